/// What the shells run to complete `faceblur`. None of these scripts knows an option: they ask the command, so that they fit whichever is
/// installed. Nothing that it answers, and no name of a file, is ever evaluated.
enum CompletionScripts {
  /// For bash 4.4 or newer; bash-completion is not needed.
  static let bash = #"""
    # Completion of faceblur for bash. The command itself is asked, and nothing it says is evaluated.

    _faceblur() {
        local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} word=${2-} lead= typed start kind endings value path ending
        local -a answer=() found=() there=() fitting=()
        COMPREPLY=()
        mapfile -t answer < <(command faceblur --complete bash "$line" "${COMP_LINE:COMP_POINT}" </dev/null 2>/dev/null)
        ((${#answer[@]})) || return 0
        read -r start kind endings <<<"${answer[0]}"

        # What bash takes for the word begins behind an equals sign, unless somebody wants that otherwise.
        typed=${line##*[[:space:]]}
        if [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]]; then
            lead=${typed%=*}=
        fi
        for value in "${answer[@]:1}"; do
            value=${value%%$'\t'*}
            COMPREPLY+=("${value#"$lead"}")
        done
        if [[ ${COMPREPLY[0]-} == *= ]]; then
            compopt -o nospace 2>/dev/null
        fi
        [[ $kind == none ]] && return 0

        # Bash quotes what it puts into the line only where it is told that these are names of files.
        compopt -o filenames 2>/dev/null || return 0
        lead=
        if [[ $word == "${typed:0:start}"* ]]; then
            lead=${typed:0:start}
        fi
        mapfile -t found < <(compgen -f -- "${word#"$lead"}" 2>/dev/null)
        for value in "${found[@]}"; do
            path=$value
            [[ $path == "~/"* ]] && path=$HOME/${path:2}
            # A name with a line break comes in pieces, which are no files.
            [[ -e $path || -L $path ]] || continue
            ending=${value##*.}
            there+=("$lead$value")
            if [[ -d $path || " $endings " == *" ${ending,,} "* ]]; then
                fitting+=("$lead$value")
            fi
        done
        # Where no name has one of the endings, any file will do.
        if [[ $kind == files && ${#fitting[@]} -eq 0 ]] || [[ $kind == files && -z $endings ]]; then
            fitting=("${there[@]}")
        fi
        COMPREPLY+=("${fitting[@]}")
    }
    complete -F _faceblur faceblur

    """#

  /// For zsh 5 or newer.
  static let zsh = #"""
    #compdef faceblur
    # Completion of faceblur for zsh. The command itself is asked, and nothing it says is evaluated.

    local -a answer paths endings plain open typed
    local line value note
    integer start found=1

    typed=("${(@Q)words[2,-1]}")
    typed[CURRENT-1]=${(Q)PREFIX}
    answer=("${(@f)$(command faceblur --complete words $((CURRENT - 2)) "${typed[@]}" </dev/null 2>/dev/null)}")
    [[ -n ${answer[1]} ]] || return 1
    paths=(${=answer[1]})
    start=${paths[1]}
    endings=("${paths[@]:2}")

    for line in "${(@)answer[2,-1]}"; do
        value=${line%%$'\t'*}
        note=${line#*$'\t'}
        [[ -n $note ]] && note=":$note"
        if [[ $value == *= ]]; then
            open+=("$value$note")
        else
            plain+=("$value$note")
        fi
    done
    (( $#plain )) && _describe -t values 'faceblur' plain && found=0
    (( $#open )) && _describe -t values 'region' open -S '' && found=0

    [[ ${paths[2]} == none ]] && return found
    (( start )) && { compset -p $start || return found }
    if [[ ${paths[2]} == folders ]]; then
        _files -/ && found=0
    elif (( $#endings )); then
        _files -g "*.(#i)((${(j:|:)endings}))" && found=0
    else
        _files && found=0
    fi
    return found

    """#

  /// For fish 3.4 or newer.
  static let fish = #"""
    # Completion of faceblur for fish. The command itself is asked, and nothing it says is evaluated.

    function __faceblur_complete
        set -l before (commandline -opc)
        set -l all (commandline -op)
        set -l typed (commandline -ct)
        set -l word (string unescape -- $typed)
        # The words behind the cursor: without the one that it is in.
        set -l next (math (count $before) + 1)
        test -n "$(commandline -t)"
        and set next (math $next + 1)
        set -l answer (command faceblur --complete words (math (count $before) - 1) $before[2..] "$word" $all[$next..] </dev/null 2>/dev/null)
        set -q answer[1]
        or return
        set -q answer[2]
        and printf '%s\n' $answer[2..]

        set -l paths (string split -- ' ' $answer[1])
        test $paths[2] = none
        and return
        # Where the path begins within the word, what stands before it is put back afterwards. It is an option, and nobody quotes that.
        set -l lead ''
        if test $paths[1] -gt 0
            set lead (string sub -l $paths[1] -- $word)
            test "$lead" = (string sub -l $paths[1] -- $typed)
            or return
            set typed (string sub -s (math $paths[1] + 1) -- $typed)
        end
        # What fish offers to a command that it knows nothing of. It would take the rest of a name with a tab for what is said of the file,
        # and a name with a line break comes in pieces: of both there is no file by what would be offered.
        set -l there
        for path in (complete -C "'' $typed")
            string match -q -- \*\t\* $path
            and continue
            set -l place (string replace -r -- '^~/' "$HOME/" $path)
            test -e "$place"
            or test -L "$place"
            and set -a there $lead$path
        end
        set -l fitting
        if test $paths[2] = folders
            set there (string match -r -- '.*/$' $there)
        else if set -q paths[3]
            set fitting (string match -ri -- '.*(?:/|\.(?:'(string join -- '|' $paths[3..])'))$' $there)
        end
        # Where no name has one of the endings, any file will do.
        set -q fitting[1]
        or set fitting $there
        set -q fitting[1]
        and printf '%s\n' $fitting
    end
    complete -c faceblur -f -a '(__faceblur_complete)'

    """#
}
