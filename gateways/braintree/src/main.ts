#!/usr/bin/env node
import { failCommand, messageOf, runCommand } from '@goodword/sandbox/command'
import { Misfit } from '@goodword/sandbox/control/fitted'
import { firstFixtures } from './control/fixtures/first-fixtures.ts'
import { type Fixture, fixturesOf, readFixtures } from './control/fixtures/read-fixtures.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Sandbox, startSandbox } from './start.ts'
import { readState } from './state/read-state.ts'

/** The command. Standard output has one line with the gateway's address. */
const requested = readOptions(process.argv.slice(2))
if (requested.kind === 'help') process.stdout.write(usage)
else if (requested.kind === 'wrong') failCommand(requested.message)
else {
  const { options } = requested
  await runCommand({
    port: options.port,
    start: () => start(options),
    reasonOf: (error) => reasonOf(error, options),
  })
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

function reasonOf(error: unknown, { fixtures }: Options): string {
  if (!(error instanceof Misfit) || fixtures === null) return messageOf(error)
  return `The fixtures in ${fixtures} are not right:\n${error.message}`
}
