import { appendFileSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { baseUrlOf, type Config, readConfig } from '../../config.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import type { Terminal } from '../terminal.ts'
import { runChild } from './child-program.ts'
import type { Installation } from './installation.ts'

/** The service may take 30 seconds to finish its requests. */
const STOP_MS = 45_000

const PAUSE_MS = 200

const REPORT_MS = 10_000

const PROBE_MS = 5000

/** The actions of an upgrade on the machine that it runs on. */
export type Machine = {
  readonly config: Config
  readonly installation: Installation
  /** As root the user that the data belong to, which runs commands on them; else null. */
  readonly user: SystemUser | null
  /** Tells the operator, and the log of the installation. */
  readonly report: (line: string) => void
  /** Runs an operator's command of a release and returns its answer. */
  readonly goodword: (release: string, ...args: readonly string[]) => Promise<unknown>
  readonly run: (program: string, args: readonly string[], folder: string) => Promise<string>
  /** Stops the service and waits until nothing responds. */
  readonly stop: () => Promise<void>
  /** Starts the service and waits until it is ready; the release before has the usual time at least. */
  readonly start: (release: 'new' | 'before') => Promise<void>
}

type SystemUser = { readonly uid: number; readonly gid: number }

export type MachineOptions = Readonly<Record<string, string | undefined>>

export const machineOptions = ['home', 'stop', 'start', 'url', 'ready-seconds'] as const

export const machineParameters =
  '[--home <folder>] [--stop <command>] [--start <command>] [--url <address>] [--ready-seconds <number>]'

const UNIT = 'goodword'

const DEFAULT_STOP = `systemctl stop ${UNIT}`

/** A unit that failed too often does not start before its failures are forgotten. */
const DEFAULT_START = `systemctl reset-failed ${UNIT}; systemctl start ${UNIT}`

const READY_SECONDS = 120

const MAX_READY_SECONDS = 86_400

/** @throws OperatorError for options or settings that an upgrade cannot work with */
export async function openMachine(
  terminal: Terminal,
  installation: Installation,
  options: MachineOptions,
): Promise<Machine> {
  const env = terminal.env()
  const config = readConfig(env)
  const url = options.url ?? urlOf(config)
  const readyMs = readySeconds(options['ready-seconds']) * 1000
  await requireDataElsewhere(config, installation)
  const { kept } = installation
  mkdirSync(kept, { recursive: true })
  const user = await userOfData(config)
  const report = (line: string): void => {
    terminal.error(line)
    appendFileSync(join(kept, 'upgrade.log'), `${new Date().toISOString()} ${line}\n`)
  }
  const run = (program: string, args: readonly string[], cwd: string) =>
    runChild({ program, args, cwd, env, user: null }, kept, report)
  return {
    config,
    installation,
    user,
    report,
    run,
    async goodword(release, ...args) {
      const program = { program: process.execPath, args: ['packages/server/src/cli/main.ts', ...args] }
      return JSON.parse(await runChild({ ...program, cwd: release, env, user }, kept, report))
    },
    async stop() {
      await run('sh', ['-c', options.stop ?? DEFAULT_STOP], installation.home)
      await waitUntilStopped(url)
    },
    async start(release) {
      await run('sh', ['-c', options.start ?? DEFAULT_START], installation.home)
      const limitMs = release === 'new' ? readyMs : Math.max(readyMs, READY_SECONDS * 1000)
      await waitUntilReady(url, limitMs, report)
    },
  }
}

function urlOf(config: Config): string {
  if (config.port !== 0) return baseUrlOf({ ...config, baseUrl: null }, config.port)
  throw new OperatorError('With PORT=0 the address of the service is unknown. Name it by --url.')
}

function readySeconds(text: string | undefined): number {
  if (text === undefined) return READY_SECONDS
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_READY_SECONDS) return seconds
  throw new OperatorError(`--ready-seconds has to be a number from 1 to ${MAX_READY_SECONDS}.`)
}

/** The next release would not find data that are in the folder of this one. */
async function requireDataElsewhere({ storage, dataDir }: Config, { releases, home }: Installation) {
  if (storage.kind === 'external') return
  if (dataDir.startsWith(`${releases}/`) || dataDir.startsWith(`${join(home, 'current')}/`)) {
    throw new OperatorError(
      `The data are in ${dataDir}, in the folder of a release, where the next release does not find them. Stop the service, move ` +
        'that folder, and set DATA_DIR to its new place.',
    )
  }
  if ((await stat(dataDir).catch(() => null)) === null)
    throw new OperatorError(`${dataDir} does not exist. Set DATA_DIR to the same value as for the service.`)
}

async function userOfData({ storage, dataDir }: Config): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0 || storage.kind === 'external') return null
  const { uid, gid } = await stat(dataDir)
  return uid === 0 ? null : { uid, gid }
}

/** @throws OperatorError when something still listens after the time that a stop takes */
async function waitUntilStopped(url: string): Promise<void> {
  const limit = performance.now() + STOP_MS
  while ((await probe(url)) !== null) {
    if (performance.now() > limit) {
      throw new OperatorError(
        `A program still responds at ${url} after the stop command. Give the command that stops the service as --stop, or its ` +
          'address as --url.',
      )
    }
    await pause(PAUSE_MS)
  }
}

/** @throws OperatorError with what the service said last when it is not ready in time */
async function waitUntilReady(url: string, readyMs: number, report: (line: string) => void): Promise<void> {
  const startedAt = performance.now()
  let reportedAt = startedAt
  for (;;) {
    const found = await probe(url)
    if (found === 'ready') return
    const now = performance.now()
    const state = found ?? `nothing responds at ${url}`
    if (now - startedAt > readyMs)
      throw new OperatorError(`It was not ready within ${Math.round(readyMs / 1000)} s: ${state}.`)
    if (now - reportedAt > REPORT_MS) {
      report(`  Still waiting after ${Math.round((now - startedAt) / 1000)} s: ${state} …`)
      reportedAt = now
    }
    await pause(PAUSE_MS)
  }
}

/** The response at the URL: null for none, else `ready` or the fault. */
async function probe(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' })
    const body: unknown = await answer.json().catch(() => null)
    const { status, checks, message } = Object(body)
    if (answer.status === 200 && status === 'ok' && typeof checks === 'object') return 'ready'
    return typeof message === 'string' ? message.replace(/[.]$/, '') : `status ${answer.status}`
  } catch (error) {
    if (error instanceof DOMException) return `no response within ${PROBE_MS / 1000} s`
    const { code } = Object(error instanceof Error ? error.cause : null)
    return code === 'ECONNREFUSED' ? null : `no HTTP (${code})`
  }
}
