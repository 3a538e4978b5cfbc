import { join, resolve } from 'node:path'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { allStories, evidence, orStop, type TrialDatabase } from '../crash/goodword-targets.ts'
import type { Fault, Target } from '../crash/target.ts'
import { createTenant, untilReady } from '../laboratory/processes/goodword.ts'
import { startGuarded } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { setOffset } from '../laboratory/processes/offset-file.ts'
import { type Supervised, supervise } from '../laboratory/processes/supervised.ts'

const ALIAS = 'clocks'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Where the two clocks stand, one after the other: what each service is off by. */
const settings: readonly (readonly [number, number])[] = [
  [5 * MINUTE_MS, -5 * MINUTE_MS],
  [HOUR_MS, -5 * MINUTE_MS],
  [-HOUR_MS, 5 * MINUTE_MS],
  [30 * DAY_MS, -5 * MINUTE_MS],
  [-DAY_MS, 5 * MINUTE_MS],
  [0, 30 * DAY_MS],
  [5 * MINUTE_MS, -DAY_MS],
]

/** Two services on one database whose clocks do not agree, and are set while they work. */
export async function twoClocks(database: TrialDatabase): Promise<Target> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const services: Supervised[] = []
  const files = ['one', 'other'].map((name) => join(folder, name))
  const stop = async () => {
    await Promise.all(services.map((it) => it.stop()))
    await remove()
  }
  const setClocks = (offsets: readonly number[]) =>
    Promise.all(files.map((file, index) => setOffset(file, offsets[index] ?? 0)))
  return orStop(stop, async () => {
    const tenant = await createTenant(database.env, ALIAS)
    await setClocks(settings[0] ?? [])
    const script = resolve(import.meta.dirname, '../laboratory/processes/service-with-clock.ts')
    const ports = [await heldPort(), await heldPort()]
    for (const [index, port] of ports.entries()) {
      const env = { ...database.env, PORT: `${port}`, CLOCK_OFFSET_FILE: files[index] ?? '' }
      services.push(supervise(() => startGuarded([script], { env })))
    }
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const untilWell = async () => void (await Promise.all(urls.map((url) => untilReady(url))))
    await untilWell()
    return {
      name: 'two services whose clocks disagree',
      urls,
      tenant,
      stories: allStories,
      faults: settings
        .slice(1)
        .map((offsets): Fault => ({ hits: 'clock', strike: async () => void (await setClocks(offsets)) })),
      // A reward given by a clock that is ahead is not available yet by the other clock.
      allowedRefusals: ['INSUFFICIENT_CREDIT'],
      untilWell,
      ...evidence(database.address, urls[0] ?? '', tenant),
      get ownEnds() {
        return services.flatMap((it) => it.ownEnds)
      },
      stop,
    }
  })
}
