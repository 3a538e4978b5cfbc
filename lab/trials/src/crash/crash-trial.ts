import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import type { Chance } from './chance.ts'
import { type Client, createClient } from './client.ts'
import { type CrashReport, examine } from './crash-report.ts'
import { type Journal, openJournal } from './journal.ts'
import { identify, type Story } from './stories.ts'
import type { Fault, Target } from './target.ts'

export type CrashSize = {
  /** Acknowledged writes, at least. */
  readonly writes: number
  readonly faults: number
  readonly clients: number
  /** Whether writes whose key is claimed by a run that crashed are sent until they succeed, which takes a minute. */
  readonly waitsForLeases: boolean
}

const REFERRERS = 20
const STUCK_AFTER_MS = 90_000
const LEASES_END_WITHIN_MS = 90_000

/** Lets clients write during repeated faults, and compares acknowledged with stored writes. */
export async function runCrashTrial(target: Target, size: CrashSize, chance: Chance): Promise<CrashReport> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const journal = openJournal(join(folder, 'journal.jsonl'), target.allowedRefusals)
  const begun = performance.now()
  try {
    const over = new AbortController()
    const client = createClient({
      ...target,
      journal,
      chance,
      sentTwice: 0.1,
      givenUp: 0.1,
      over: over.signal,
    })
    const codes = await addReferrers(client)
    const faults = { service: 0, PostgreSQL: 0, clock: 0 }
    const writing = writeUntil(over.signal, client, { ...target, codes, chance, clients: size.clients })
    try {
      await hurtAgainAndAgain(target, journal, size, chance, faults)
    } finally {
      over.abort()
      await writing
    }
    await target.untilWell()
    if (size.waitsForLeases) await settle(client)
    return {
      faults,
      acknowledged: journal.acknowledged,
      undecided: journal.undecided.size,
      refused: journal.wrongs,
      failures: journal.failures,
      ownEnds: target.ownEnds.map(({ code, errors }) => `${code}: ${errors.trim()}`),
      ...(await examine(target, journal)),
      seconds: Math.round((performance.now() - begun) / 1000),
    }
  } finally {
    await journal.end()
    await remove()
  }
}

export async function addReferrers(client: Client): Promise<readonly string[]> {
  const names = Array.from({ length: REFERRERS }, (_, number) => `referrer_${number}`)
  // None is given up: every story begins with the code of one of them.
  const answers = await Promise.all(names.map((name) => client.send(identify(name), 0)))
  return answers.map((answer) => String(answer?.referralCode))
}

type Writing = {
  readonly stories: readonly Story[]
  readonly codes: readonly string[]
  readonly chance: Chance
  readonly clients: number
  /** The beginning of the names of accounts, which are used only once. */
  readonly prefix?: string
}

/** Each client runs one scenario after the other until the end. */
export async function writeUntil(over: AbortSignal, { send }: Client, it: Writing): Promise<void> {
  let stories = 0
  const runStories = async () => {
    while (!over.aborted) {
      stories += 1
      const name = `${it.prefix ?? ''}${stories}`
      await it.chance.pick(it.stories)({
        name,
        code: it.chance.pick(it.codes),
        chance: it.chance,
        send,
      })
    }
  }
  await Promise.all(Array.from({ length: it.clients }, runStories))
}

/** A fault after each share of the writes, and sometimes a second one while the first is being recovered from. */
async function hurtAgainAndAgain(
  target: Target,
  journal: Journal,
  { writes, faults }: CrashSize,
  chance: Chance,
  counts: Record<Fault['hits'], number>,
): Promise<void> {
  const share = writes / (faults + 1)
  let due = share
  for (let done = 0; done < faults; done += 1) {
    // Each in its turn, so that a short trial meets all of them.
    const fault = target.faults[done % target.faults.length]
    if (fault === undefined) break
    await untilAcknowledged(journal, due - share * 0.5 * chance())
    await fault.strike()
    counts[fault.hits] += 1
    if (chance.happens(0.2)) await pause(chance() * 1000)
    else due += share
  }
  await untilAcknowledged(journal, writes)
}

async function untilAcknowledged(journal: Journal, wanted: number): Promise<void> {
  let last = { acknowledged: journal.acknowledged, at: performance.now() }
  while (journal.acknowledged < wanted) {
    await pause(5)
    if (journal.acknowledged > last.acknowledged) {
      last = { acknowledged: journal.acknowledged, at: performance.now() }
    } else if (performance.now() - last.at > STUCK_AFTER_MS) {
      const failures = JSON.stringify([...journal.failures])
      throw new Error(`no more writes are acknowledged after ${last.acknowledged}: ${failures}`)
    }
  }
}

/** The claim of a crashed request expires; then the write succeeds, once. */
async function settle(client: Client): Promise<void> {
  const limit = performance.now() + LEASES_END_WITHIN_MS
  while (client.setAside.length > 0 && performance.now() < limit) {
    await pause(1000)
    await Promise.all(client.setAside.splice(0).map((write) => client.send(write)))
  }
}
