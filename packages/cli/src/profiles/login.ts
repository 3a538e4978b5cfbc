import { type Command, CommandError, UsageError } from '../command.ts'
import { printRecord } from '../terminal/print.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { clientOf, isTestAlias, withoutTrailingSlashes } from './open-profile.ts'
import { changeProfiles, newWebhookSecret, profileFile } from './profile-store.ts'

const DEFAULT_URL = 'http://127.0.0.1:4000'

export const login: Command = {
  positionals: [],
  options: {
    url: { value: '<url>', summary: 'Where the service is, such as https://goodword.example.com.' },
    tenant: { value: '<alias>', summary: 'The program: acme, or test_acme for its test mode.' },
    profile: { value: '<name>', summary: 'The name of the profile; the alias of the program without it.' },
    'allow-http': { summary: 'Send the key without encryption to a host that is not this machine.' },
  },
  help: [
    'The API key is asked for, or read from standard input: goodword login --tenant test_acme --url … < key.txt',
    'It is never an argument, because other users of a machine can read those.',
  ].join('\n'),
  async run(input, terminal) {
    const given = input.text('url') ?? (await asked(terminal, '--url', 'URL of the service', DEFAULT_URL))
    const url = withoutTrailingSlashes(given.trim())
    const alias = (
      input.text('tenant') ?? (await asked(terminal, '--tenant', 'Alias of the program', ''))
    ).trim()
    refusePlainHttp(url, input.isSet('allow-http'))
    const apiKey = await readKey(terminal)
    const client = clientOf(url, alias, apiKey)
    const name = input.text('profile') ?? alias
    if (!/^[\w.-]{1,64}$/.test(name) || name === '__proto__') {
      throw new UsageError('The name of a profile has letters, digits, ".", "_" and "-".')
    }
    // A stored key has been accepted by the service.
    const program = await client.readProgram()
    await changeProfiles(terminal.env, ({ profiles }) => {
      const { webhookSecret = newWebhookSecret() } = Object(profiles[name])
      const profile = { url, tenantAlias: alias, apiKey, webhookSecret, cursor: null }
      return { current: name, profiles: { ...profiles, [name]: profile } }
    })
    const mode = isTestAlias(alias) ? 'test' : 'live'
    const answer = { profile: name, url, tenantAlias: alias, mode, file: profileFile(terminal.env) }
    await printRecord(input, terminal, { ...answer, programVersion: program.version }, [
      ['Logged in to', alias],
      ['Mode', mode],
      ['Service', url],
      ['Profile', `${name}, in ${answer.file}`],
    ])
    return undefined
  },
}

async function asked({ ask }: Terminal, option: string, question: string, initial: string): Promise<string> {
  if (ask === null) throw new UsageError(`${option} is missing.`)
  return answered(await ask.text(question, option === '--tenant' ? 'test_acme' : DEFAULT_URL, initial))
}

async function readKey(terminal: Terminal): Promise<string> {
  const key = (
    terminal.ask === null ? await terminal.readInput() : answered(await terminal.ask.secret('API key'))
  ).trim()
  if (key !== '') return key
  throw new UsageError('The API key is missing: write it to standard input, or log in at a terminal.')
}

function answered(answer: string | null): string {
  if (answer === null) throw new CommandError('Cancelled. Nothing was stored.')
  return answer
}

function refusePlainHttp(url: string, isAllowed: boolean): void {
  const { protocol, hostname } = new URL(URL.canParse(url) ? url : DEFAULT_URL)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  if (protocol !== 'http:' || isLocal || isAllowed) return
  throw new CommandError(
    `${hostname} would get the key without encryption. Use its https address, or --allow-http in a network of your own.`,
  )
}
