#!/bin/sh
# Tries the Debian packages: test.sh PROGRAMS PACKAGES, where PROGRAMS is the folder that the packages in PACKAGES were made of. They
# are made a second time and compared, read by lintian, and installed, used and removed in a clean Debian without a Swift toolchain,
# which is fetched for that. It needs lintian, mmdebstrap, and root or user namespaces.
set -eu
export LC_ALL=C
programs=$(cd "$1" && pwd)
packages=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
# Another user works in the clean Debian, and reads what is in here.
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT

echo "The packages are the same when they are made again, elsewhere and by somebody else."
mkdir "$scratch/programs"
cp "$programs/faceblur" "$programs/faceblur-codec" "$programs/faceblur-review" "$programs/libfaceblur-opencv.so" "$scratch/programs/"
(cd / && umask 077 && TZ=Asia/Tokyo "$here/deb.sh" "$scratch/programs" "$scratch/again" > "$scratch/log" 2>&1) ||
  { cat "$scratch/log"; exit 1; }
for package in "$packages"/faceblur*.deb; do
  cmp "$package" "$scratch/again/${package##*/}"
done

echo "Nothing in them tells where they were made."
for package in "$packages"/faceblur*.deb; do
  dpkg-deb --extract "$package" "$scratch/files"
done
if grep -rlF -e "$programs" -e "${here%/*}" "$scratch/files"; then exit 1; fi

echo "A page with a link that leads nowhere is not packed."
mkdir "$scratch/pages"
echo '[more](gone.md)' > "$scratch/pages/README.md"
if perl "$here/links.pl" "$here/.." "$scratch/pages" 2> /dev/null; then exit 1; fi

echo "Lintian has nothing to say."
lintian --allow-root --fail-on error,warning "$packages"/faceblur*.deb

# Without root, user namespaces or a mirror that is no fault of the packages.
if ! mmdebstrap --quiet --variant=extract --include=base-files --format=null bookworm /dev/null; then
  echo "NOT TRIED: no clean Debian can be made here."
  exit 0
fi
echo "They work in a clean Debian."
mkdir "$scratch/in"
cp "$packages"/faceblur*.deb "$here/inside.sh" "$here/../Tests/TestSupport/Photos/astronaut.jpg" "$scratch/in/"
mmdebstrap --quiet --variant=apt --format=null --customize-hook="copy-in $scratch/in /srv" \
  --customize-hook='env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot "$1" sh /srv/in/inside.sh' bookworm /dev/null
