import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../command.ts'

/** A program of a service, and the key for it. */
export type Profile = {
  readonly url: string
  readonly tenantAlias: string
  readonly apiKey: string
  /** The secret with which `listen` signs events. */
  readonly webhookSecret: string
  /** How far `listen` has got: the cursor after the last event that it forwarded. */
  readonly cursor: string | null
}

export type Profiles = {
  readonly current: string | null
  readonly profiles: Readonly<Record<string, Profile>>
}

const none: Profiles = { current: null, profiles: {} }

/** The file with the profiles, in the folder of this system for configuration of a user's programs. */
export function profileFile(env: NodeJS.ProcessEnv): string {
  const { GOODWORD_CONFIG_DIR: own, XDG_CONFIG_HOME: xdg, APPDATA: appData } = env
  if (own) return join(own, 'profiles.json')
  if (process.platform === 'win32' && appData) return join(appData, 'goodword', 'profiles.json')
  return join(xdg || join(env.HOME || homedir(), '.config'), 'goodword', 'profiles.json')
}

/** @throws CommandError when the file cannot be read */
export async function loadProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const file = profileFile(env)
  let text: string
  try {
    text = await readFile(file, 'utf8')
    // Other users of the machine could read keys.
    if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return none
    throw new CommandError(`${file} cannot be read (${codeOf(error)}). Check whom it belongs to.`)
  }
  const stored = parsed(text)
  if (stored === null) {
    throw new CommandError(`${file} is damaged. Remove it, and log in again with: goodword login`)
  }
  return stored
}

/**
 * Changes the file as a whole, readable by its owner alone: another file takes its place, so that an interruption leaves the
 * one or the other.
 *
 * @throws CommandError when the file cannot be written
 */
export async function changeProfiles(
  env: NodeJS.ProcessEnv,
  change: (profiles: Profiles) => Profiles,
): Promise<void> {
  const file = profileFile(env)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const changed = change(await loadProfiles(env))
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    throw new CommandError(
      `${file} cannot be written (${codeOf(error)}). Name another folder in GOODWORD_CONFIG_DIR.`,
    )
  }
}

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function parsed(text: string): Profiles | null {
  try {
    const { current, profiles } = Object(JSON.parse(text))
    const isComplete = Object.values(Object(profiles)).every((it) => isProfile(it))
    return isComplete ? { current: typeof current === 'string' ? current : null, profiles } : null
  } catch {
    return null
  }
}

function isProfile(value: unknown): boolean {
  const { url, tenantAlias, apiKey, webhookSecret } = Object(value)
  return [url, tenantAlias, apiKey, webhookSecret].every((it) => typeof it === 'string')
}

function codeOf(error: unknown): string {
  return String(Object(error).code ?? error)
}
