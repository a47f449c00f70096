#!/bin/sh
# Makes the pictures of the review page: portraits.sh FACEBLUR FOLDER. The public-domain portraits are scrubbed with a threshold at which
# something else is taken for a face, too; pictures go into FOLDER/pictures.
set -eu
faceblur=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder/portraits"
cp "$here/../TestSupport/Photos/astronaut.jpg" "$folder/portraits/collins.jpg"
cp "$here/../TestSupport/Photos/grace_hopper.jpg" "$folder/portraits/hopper.jpg"
# Nobody's settings.
export XDG_CONFIG_HOME=/dev/null
"$faceblur" scrub "$folder/portraits" -o "$folder/published" --threshold 0.35 -q
mkfifo "$folder/told"
"$faceblur" review "$folder/published" --no-open > "$folder/told" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
# Not every shell ends in good order on a signal.
trap 'exit 1' INT TERM HUP
exec 3< "$folder/told"
read -r address <&3
REVIEW_PICTURES=$folder/pictures PYTHONPATH=$here/../../.build/peers/browser PYTHONDONTWRITEBYTECODE=1 \
  python3 "$here/run.py" pictures "$address"
