import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runCommandLine } from './run-command-line.ts'
import { madeTerminal } from './testing/made-terminal.ts'

test.each(Object.keys(commands))(
  'the command %s explains itself, and refuses what it does not know',
  async (name) => {
    const helped = madeTerminal({})
    expect(await runCommandLine([...name.split(' '), '--help'], helped)).toBe(0)
    expect(helped.output()).toContain(`Usage: goodword ${name}`)
    const wrong = madeTerminal({})
    expect(await runCommandLine([...name.split(' '), '--no-such-option'], wrong)).toBe(2)
    expect(wrong.errors()).toMatch(/^Unknown option '--no-such-option'\.\nUsage: goodword /)
  },
)

test('the help lists every command under its subject', async () => {
  const terminal = madeTerminal({})
  expect(await runCommandLine([], terminal)).toBe(0)
  for (const name of Object.keys(commands)) expect(terminal.output()).toContain(`\n  ${name} `)
})

test('an unknown command is wrong usage, and similar ones are named', async () => {
  const terminal = madeTerminal({})
  expect(await runCommandLine(['resend'], terminal)).toBe(2)
  expect(terminal.errors()).toBe('There is no command "resend". Did you mean events resend?')
})

test.each([
  ['triger', 'There is no command "triger". Did you mean trigger?'],
  ['lisetn', 'There is no command "lisetn". Did you mean listen?'],
  ['event', 'There is no command "event". Did you mean events list, events resend?'],
  ['xyz', 'There is no command "xyz". List them with: goodword --help'],
  [
    '--json',
    '{"error":{"code":"USAGE","message":"Name a command before the option \\"--json\\". List them with: goodword --help"}}',
  ],
])('a word that was mistyped (%s) is answered with what may have been meant', async (typed, message) => {
  const terminal = madeTerminal({})
  expect(await runCommandLine([typed], terminal)).toBe(2)
  expect(terminal.errors()).toBe(message)
})

test('help is given for one command, for those under a word, and in any order', async () => {
  const helpOf = async (...words: string[]) => {
    const terminal = madeTerminal({})
    expect(await runCommandLine(words, terminal)).toBe(0)
    return terminal.output()
  }
  expect(await helpOf('help', 'events', 'list')).toBe(await helpOf('events', 'list', '--help'))
  expect(await helpOf('codes', '--help')).toMatch(/^ {2}codes list .*\n {2}codes show /)
  expect(await helpOf('-v')).toBe(await helpOf('--version'))
  expect(await helpOf('login', '--help')).toContain('The name of the profile')
})

test('an argument too many is named, and a key in its place is not', async () => {
  const terminal = madeTerminal({})
  expect(await runCommandLine(['trigger', 'user.created', 'gw_test_secret'], terminal)).toBe(2)
  expect(terminal.errors()).toMatch(/^The argument "gw_test_…" is too much\./)
})

test('with --json a failure is an object, and a key that was typed as an argument is not in it', async () => {
  const terminal = madeTerminal({})
  expect(await runCommandLine(['trigger', 'gw_live_secret', '--json'], terminal)).toBe(2)
  const { error } = JSON.parse(terminal.errors())
  expect(error).toEqual({ code: 'USAGE', message: expect.stringContaining('There is no event "gw_live_…".') })
})

test('the completion of bash offers commands, their second words and their options', async () => {
  const terminal = madeTerminal({})
  expect(await runCommandLine(['completion', 'bash'], terminal)).toBe(0)
  const complete = (...words: string[]) => {
    const typed = ['goodword', ...words].map((it) => `'${it}'`).join(' ')
    const script = `${terminal.output()}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _goodword; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
  }
  expect(complete('li')).toEqual(['listen'])
  expect(complete('events', 're')).toEqual(['resend'])
  expect(complete('listen', '--forward-to', 'http://x', '--res')).toEqual(['--resume'])
  expect(complete('trigger', 'referral.c')).toEqual(['referral.converted'])
})

test('the completions of zsh and fish name every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    const terminal = madeTerminal({})
    expect(await runCommandLine(['completion', shell], terminal)).toBe(0)
    for (const word of ['listen', 'explain', 'resend', '--forward-to'])
      expect(terminal.output()).toContain(word)
  }
})
