#!/bin/sh
# Makes the Debian packages: deb.sh PROGRAMS OUTPUT, where PROGRAMS is the folder of the release build. It needs dpkg-dev and
# perl. The same commit and the same programs give the same bytes, wherever and whenever, as long as Debian's tools and libraries are the
# same.
set -eu
# Words are sorted, and dates written, in one way only.
export LC_ALL=C TZ=UTC
umask 022

programs=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
project=$PWD

# All that is packed is as old as the commit, or, of sources without their history, as the last change that people were told of.
[ -n "${SOURCE_DATE_EPOCH:-}" ] ||
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2> /dev/null || stat -c %Y CHANGELOG.md)
export SOURCE_DATE_EPOCH

# The one place that has the version. What was changed since the last version was published comes after that, and before the next one.
version=$(sed -n 's/.*current = "\(.*\)"/\1/p' Sources/ImageProcessingKit/Editing/FaceBlurVersion.swift)
[ -n "$version" ]
newest=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
if [ "$newest" != "$version" ]; then
  version=$version+git$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir debian

cp "$project/Packaging/control" debian/control
{
  echo "faceblur ($version) bookworm; urgency=medium"
  echo
  awk -f "$project/Packaging/changelog.awk" "$project/CHANGELOG.md"
  echo
  echo " -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date -R -d "@$SOURCE_DATE_EPOCH")"
} > debian/changelog

# Lays a program into a package, without what only those need who look for faults: names and paths of the build.
program() {
  install -D -m "$1" "$programs/$2" "debian/$3/$4/$2"
  strip --strip-unneeded --remove-section=.comment --remove-section=.note "debian/$3/$4/$2"
}
program 755 faceblur faceblur usr/bin
program 755 faceblur-codec faceblur-codecs usr/libexec/faceblur
program 755 faceblur-review faceblur-review usr/libexec/faceblur
program 644 libfaceblur-opencv.so faceblur-opencv usr/lib/faceblur

# What people read. Links between the pages hold, or there is no package.
pages=debian/faceblur/usr/share/doc/faceblur
mkdir -p "$pages/models"
cp -R "$project/Documentation" "$pages/"
cp "$project/README.md" "$project/CHANGELOG.md" "$project/THIRD_PARTY.md" "$project/LICENSE" "$pages/"
cp "$project/models/README.md" "$project"/models/LICENCE.* "$pages/models/"
perl "$project/Packaging/links.pl" "$project" "$pages"

# Man pages and completions are what the command says of itself.
"$programs/faceblur" --write-manual debian/faceblur/usr/share
gzip -9n debian/faceblur/usr/share/man/man1/*

for package in faceblur faceblur-codecs faceblur-review faceblur-opencv; do
  folder=debian/$package
  mkdir -p "$folder/DEBIAN" "$folder/usr/share/doc/$package"
  cp "$project/Packaging/copyright" "$folder/usr/share/doc/$package/copyright"
  gzip -9nc debian/changelog > "$folder/usr/share/doc/$package/changelog.gz"
  if [ -f "$project/Packaging/$package.lintian-overrides" ]; then
    install -D -m 644 "$project/Packaging/$package.lintian-overrides" "$folder/usr/share/lintian/overrides/$package"
  fi
  find "$folder/usr/bin" "$folder/usr/lib" "$folder/usr/libexec" -type f 2>/dev/null | sort |
    xargs dpkg-shlibdeps --warnings=1 "-T$folder.substvars"
  dpkg-gencontrol "-p$package" "-P$folder" "-T$folder.substvars" -fdebian/files
  (cd "$folder" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)

  find "$folder" -type d -exec chmod 755 {} +
  find "$folder" -type f -perm /111 -exec chmod 755 {} +
  find "$folder" -type f ! -perm /111 -exec chmod 644 {} +
  find "$folder" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +
done

rm -f "$output"/faceblur*.deb
# With several threads xz cuts what it packs into blocks, and packs otherwise than with one.
for package in faceblur faceblur-codecs faceblur-review faceblur-opencv; do
  dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "debian/$package" "$output" > "$package.log" 2>&1 &
done
wait
cat ./*.log
for package in faceblur faceblur-codecs faceblur-review faceblur-opencv; do
  [ -f "$output/${package}_${version}_$(dpkg --print-architecture).deb" ] || exit 1
done
