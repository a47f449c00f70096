#!/bin/sh
# Runs in a clean Debian, as its root: installs the packages that lie beside this file, has a stranger use them, and removes them.
set -eu
cd "$(dirname "$0")"
packages=$PWD
export DEBIAN_FRONTEND=noninteractive

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Becomes a command that nobody runs, who owns the photos and a home.
become_nobody() {
  exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" HOME=/srv/home "$@"
}

# Runs a command as nobody, which must end with a code; its answer is kept for those who ask.
expect() {
  wanted=$1
  shift
  code=0
  (become_nobody "$@") > /srv/answer 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { cat /srv/answer; fail "'$*' ended with $code, not $wanted"; }
}

answers() {
  grep -q -e "$1" /srv/answer || { cat /srv/answer; fail "nothing was said of '$1'"; }
}

install_packages() {
  apt-get install -qq -y --no-install-recommends "$@" > /srv/log 2>&1 || { cat /srv/log; fail "$* cannot be installed"; }
}

# What there is: kind, mode, owner, name. What apt and dpkg remember of every installation, and what changes by itself, is left out.
listing() {
  find / \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /srv -o -path /var/cache -o \
    -path /var/log -o -path /var/lib/apt -o -path '/var/lib/dpkg/*-old' \) -prune -o -printf '%y %m %u:%g %p\n' | sort
}

if find / -xdev -iname '*swift*' ! -path '/proc/*' | grep .; then fail "this Debian has something of Swift"; fi
apt-get update -qq
# What the first installation of anything leaves behind is there from the start.
install_packages procps
apt-get purge -qq -y --auto-remove procps > /dev/null 2>&1
listing > /srv/before

echo "- the command alone"
install_packages ./faceblur_*.deb
mkdir /srv/photos /srv/home
cp astronaut.jpg /srv/photos/portrait.jpg
chown -R nobody /srv/photos /srv/home
cd /srv/photos
expect 0 faceblur --version
answers "^faceblur [0-9]"
expect 0 faceblur models
expect 0 faceblur blur portrait.jpg
cmp "$packages/astronaut.jpg" portrait.jpg || fail "the original was changed"
render=$(find . -name 'portrait_*.jpg')
[ -s "$render" ] || fail "there is no render"
expect 0 faceblur verify --no-faces "$render"
expect 1 faceblur verify --no-faces portrait.jpg
# What the other packages are for is refused, not left out.
expect 69 faceblur review portrait.jpg
expect 0 faceblur selftest
answers "missing.*faceblur-codecs"
answers "^films  *missing"
expect 69 faceblur detect portrait.jpg --detector haar

echo "- all packages"
install_packages "$packages"/faceblur*.deb
for program in /usr/bin/faceblur /usr/libexec/faceblur/* /usr/lib/faceblur/*; do
  if ldd "$program" | grep "not found"; then fail "$program needs what is not there"; fi
done
expect 0 faceblur detect portrait.jpg --detector haar --overlay .
[ -s portrait_overlay.jpg ] || fail "there is no overlay"
# The page's server says where it is, and ends with whoever has started it.
mkfifo /srv/told
become_nobody faceblur review portrait.jpg --no-open > /srv/told 2> /srv/answer &
server=$!
read -r address < /srv/told || { cat /srv/answer; fail "the page is not served"; }
kill "$server"
wait "$server" 2> /dev/null || true
case $address in *http://*) ;; *) fail "the page has no address: $address" ;; esac
expect 0 faceblur selftest
for format in JPEG PNG TIFF HEIC AVIF WebP "JPEG XL"; do answers "^$format  *works"; done
# Recommended packages are not installed here: what films take is named.
answers "^films  *missing.*libavcodec59"

echo "- nothing is left"
cd /
apt-get purge -qq -y --auto-remove 'faceblur*' > /srv/log 2>&1 || { cat /srv/log; fail "the packages cannot be removed"; }
listing > /srv/after
diff /srv/before /srv/after || fail "something is left"
