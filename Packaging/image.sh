#!/bin/sh
# Makes an image for containers of the Debian packages: image.sh PACKAGES NAME. It needs buildah or podman. BASE names the image of Debian 12
# to start from; without it one is made from Debian's mirror with mmdebstrap, or, where that is missing, fetched from Docker's registry.
# BUILD_FLAGS go to the builder.
set -eu
packages=$(cd "$1" && pwd)
name=$2
here=$(cd "$(dirname "$0")" && pwd)

for builder in buildah podman ""; do
  if [ -z "$builder" ]; then
    echo "An image needs buildah or podman: apt-get install buildah" >&2
    exit 1
  fi
  if command -v "$builder" > /dev/null; then break; fi
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${BASE:-}" ] && command -v mmdebstrap > /dev/null; then
  BASE=localhost/debian:12-faceblur
  # As little as Debian's own slim images have; copyrights stay.
  mmdebstrap --quiet --variant=apt --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' bookworm "$scratch/debian.tar"
  printf 'FROM scratch\nADD debian.tar /\nCMD ["sh"]\n' > "$scratch/Containerfile"
  # shellcheck disable=SC2086
  "$builder" build ${BUILD_FLAGS:-} -t "$BASE" -f "$scratch/Containerfile" "$scratch"
fi
mkdir "$scratch/packages"
cp "$packages"/faceblur_*.deb "$packages"/faceblur-codecs_*.deb "$scratch/packages/"
# shellcheck disable=SC2086
"$builder" build ${BUILD_FLAGS:-} ${BASE:+--build-arg "BASE=$BASE"} -t "$name" -f "$here/Containerfile" "$scratch/packages"
echo "The image is $name. To try it: podman run --rm --read-only --network none $name --version"
