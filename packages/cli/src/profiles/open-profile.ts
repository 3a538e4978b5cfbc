import { type Client, createClient } from '@goodword/client'
import { CommandError, type CommandInput, UsageError } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { loadProfiles, newWebhookSecret, type Profile } from './profile-store.ts'

export type OpenProfile = Profile & {
  /** Null for the one of the environment, which is not stored. */
  readonly name: string | null
  readonly isTest: boolean
  readonly client: Client
}

/**
 * The program that a command is about: the profile of `--profile`, that of the environment (`GOODWORD_URL`, `GOODWORD_TENANT`
 * and `GOODWORD_API_KEY`), or the current one.
 *
 * @throws CommandError when there is none
 */
export async function openProfile(
  input: Pick<CommandInput, 'text'>,
  { env }: Pick<Terminal, 'env'>,
): Promise<OpenProfile> {
  const asked = input.text('profile')
  if (asked === undefined) {
    const given = profileOfEnvironment(env)
    if (given !== null) return opened(null, given)
  }
  const { current, profiles } = await loadProfiles(env)
  const name = asked ?? current
  if (name === null) throw new CommandError('You are not logged in. Log in with: goodword login')
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile === undefined) {
    throw new CommandError(`There is no profile ${name}. List them with: goodword profiles`)
  }
  return opened(name, profile)
}

const settings = ['GOODWORD_URL', 'GOODWORD_TENANT', 'GOODWORD_API_KEY'] as const

function profileOfEnvironment(env: NodeJS.ProcessEnv): Profile | null {
  const { GOODWORD_URL: url, GOODWORD_TENANT: tenantAlias, GOODWORD_API_KEY: apiKey } = env
  if (!url && !tenantAlias && !apiKey) return null
  if (!url || !tenantAlias || !apiKey) {
    const missing = settings.filter((name) => !env[name])
    const present = settings.filter((name) => env[name])
    const [is, it] = present.length === 1 ? ['is', 'it'] : ['are', 'them']
    throw new UsageError(
      `${present.join(' and ')} ${is} set in the environment, and ${missing.join(' and ')} must be set as well. To use a profile instead, unset ${it} or add --profile <name>.`,
    )
  }
  const webhookSecret = env.GOODWORD_WEBHOOK_SECRET || newWebhookSecret()
  return { url, tenantAlias, apiKey, webhookSecret, cursor: null }
}

function opened(name: string | null, profile: Profile): OpenProfile {
  const { tenantAlias, apiKey } = profile
  const url = withoutTrailingSlashes(profile.url)
  return {
    ...profile,
    url,
    name,
    isTest: isTestAlias(tenantAlias),
    client: clientOf(url, tenantAlias, apiKey),
  }
}

/** The address that paths are appended to. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

export function isTestAlias(alias: string): boolean {
  return alias.startsWith('test_')
}

/** @throws UsageError if the address, alias or key cannot be right */
export function clientOf(baseUrl: string, tenantAlias: string, apiKey: string): Client {
  try {
    return createClient({ baseUrl, tenantAlias, apiKey, retries: 2 })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = error.message.replace('baseUrl', 'the URL').replace('tenantAlias', 'the tenant')
    const named = message.replace('apiKey', 'the key')
    throw new UsageError(named.charAt(0).toUpperCase() + named.slice(1))
  }
}
