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
