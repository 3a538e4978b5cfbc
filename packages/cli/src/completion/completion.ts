import { eventTypes } from '@goodword/client'
import { type Command, type CommandEntry, optionsOf, wordOf } from '../command.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** The command that prints how a shell completes these commands. */
export const completionOf = (commands: Readonly<Record<string, CommandEntry>>): Command => ({
  positionals: ['shell'],
  options: {},
  help: [
    'bash:  goodword completion bash > ~/.local/share/bash-completion/completions/goodword',
    'zsh:   goodword completion zsh > ~/.zfunc/_goodword    (a folder of your fpath), or after compinit in ~/.zshrc:',
    '       source <(goodword completion zsh)',
    'fish:  goodword completion fish > ~/.config/fish/completions/goodword.fish',
  ].join('\n'),
  async run(input, terminal) {
    const shell = wordOf('<shell>', shells, input.required('shell'))
    await terminal.write(scripts[shell](await wordsByCommand(commands)))
    return undefined
  },
})

/** The words that may follow those before them: `''` for the first word, `events` for the second of two, and so on. */
type Words = ReadonlyMap<string, readonly string[]>

async function wordsByCommand(commands: Readonly<Record<string, CommandEntry>>): Promise<Words> {
  const words = new Map<string, string[]>()
  const add = (before: string, ...more: string[]) =>
    words.set(before, [...new Set([...(words.get(before) ?? []), ...more])])
  for (const [name, { load }] of Object.entries(commands)) {
    const parts = name.split(' ')
    for (const [index, part] of parts.entries()) add(parts.slice(0, index).join(' '), part)
    add(name, ...Object.keys(optionsOf(await load())).map((it) => `--${it}`))
  }
  add('trigger', ...eventTypes)
  add('completion', ...shells)
  return words
}

const scripts: Readonly<Record<(typeof shells)[number], (words: Words) => string>> = {
  bash: (words) => `_goodword() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) before="\${before:+$before }$word" ;; esac
  done
  local words=""
  while :; do
    case "$before" in
${cases(words, (list) => `words="${list.join(' ')}"`)}
      *' '*) before="\${before% *}"; continue ;;
    esac
    break
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _goodword goodword`,
  zsh: (words) => `#compdef goodword
_goodword() {
  local before="\${(j: :)\${(@)words[2,CURRENT-1]:#-*}}"
  local -a choices
  while :; do
    case "$before" in
${cases(words, (list) => `choices=(${list.join(' ')})`)}
      *' '*) before="\${before% *}"; continue ;;
    esac
    break
  done
  compadd -- $choices
  _files
}
# Loaded by the shell as the completion itself, or sourced.
if [ "\${funcstack[1]}" = _goodword ]; then _goodword "$@"; else compdef _goodword goodword; fi`,
  fish: (words) =>
    [
      'function __goodword_before',
      '  set -l words (commandline -opc)[2..-1]',
      "  string join ' ' (string match -v -- '-*' $words)",
      'end',
      ...[...words].map(
        ([before, list]) =>
          `complete -c goodword -n 'test (__goodword_before | string collect --allow-empty) = "${before}"' -a '${list.join(' ')}'`,
      ),
    ].join('\n'),
}

/** A line of \`case\` for what comes after each command. */
function cases(words: Words, choose: (list: readonly string[]) => string): string {
  return [...words].map(([before, list]) => `      '${before}') ${choose(list)} ;;`).join('\n')
}
