#!/usr/bin/env node
import { Misfit } from './control/fitted.ts'
import { firstFixtures } from './control/fixtures/first-fixtures.ts'
import { type Fixture, fixturesOf, readFixtures } from './control/fixtures/read-fixtures.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Sandbox, startSandbox } from './start.ts'
import { readState } from './state/read-state.ts'

/** The command. Standard output has one line with the gateway's address. */
const requested = readOptions(process.argv.slice(2))
if (requested.kind === 'help') process.stdout.write(usage)
else if (requested.kind === 'wrong') fail(requested.message)
else await run(requested.options)

async function run(options: Options): Promise<void> {
  let sandbox: Sandbox
  try {
    sandbox = await start(options)
  } catch (error) {
    return fail(reasonOf(error, options))
  }
  endWithSignals(sandbox)
  const { port, url } = sandbox
  process.stdout.write(`${JSON.stringify({ url, port, page: `${url}/` })}\n`)
}

async function start({ port, fixtures, file, seed, logsRequests }: Options): Promise<Sandbox> {
  const now = Date.now()
  const loaded = fixtures === null ? fixturesOf(firstFixtures, now) : readFixtures(fixtures, now)
  const made = seed === null ? loaded : withSeed(loaded, seed)
  const stored = file === null ? null : await readState(file)
  const merchants = new Map(Array.from(made, ([id, fixture]) => [id, fixture(now)]))
  // Merchants of the state are kept; those that only the fixtures have are added.
  for (const merchant of stored?.merchants.values() ?? []) merchants.set(merchant.id, merchant)
  return await startSandbox({
    port,
    merchants: Array.from(merchants.values()),
    machineNow: Date.now,
    log: (line) => process.stderr.write(`${line}\n`),
    fixtures: made,
    file,
    stored,
    logsRequests,
  })
}

function withSeed(fixtures: ReadonlyMap<string, Fixture>, seed: number): ReadonlyMap<string, Fixture> {
  return new Map(
    Array.from(fixtures, ([id, fixture]) => [
      id,
      (now: number) => Object.assign(fixture(now), { chance: seed }),
    ]),
  )
}

function endWithSignals(sandbox: Sandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, close)
  }
  // A program that started it with a channel between the two takes it along when it ends.
  process.once('disconnect', close)
  // The listener alone would keep the process alive.
  process.channel?.unref()

  function close(): void {
    sandbox.close().catch((error) => fail(`The state could not be written: ${messageOf(error)}`))
  }
}

function reasonOf(error: unknown, { port, fixtures }: Options): string {
  if (error instanceof Misfit) {
    return fixtures === null ? error.message : `The fixtures in ${fixtures} are not right:\n${error.message}`
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Use another one with --port, or any free port with --port 0.`
  }
  if (code === 'EACCES') return `This user may not use port ${port}. Use another one with --port.`
  return messageOf(error)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
