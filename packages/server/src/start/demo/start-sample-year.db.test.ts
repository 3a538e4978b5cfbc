import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { endPrograms, type Program, startProgram } from '../../testing/program.ts'

const { folder: dataDir, remove } = await makeDataFolder('goodword-year-')
const running: Program[] = []
afterAll(async () => {
  await endPrograms(running, 'SIGTERM')
  await remove()
})

const DAY_MS = 86_400_000

test('the demo gets one year of sample data, also when its start is killed half way, and nothing of it twice', async () => {
  const first = await start()
  await untilDay(100)
  const { child } = first.program
  child.kill('SIGKILL')
  // Not until its output has ended: the database server, which the next start takes over, still holds it.
  await once(child, 'exit')
  const second = await start()
  const [, outcome] = await second.program.waitForOutput(/"msg":"sample data of the demo is (\w+)"/)
  expect(outcome).toBe('complete')

  const { live, test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const ask = async (path: string, { alias, apiKey } = demo) => {
    const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` }
    return JSON.parse(await (await fetch(`${second.url}/api/v1/${alias}${path}`, { headers })).text())
  }
  const { startedAt } = await progress()
  const { now } = await ask('/test/clock')
  expect(now - startedAt).toBeGreaterThanOrEqual(365 * DAY_MS)
  expect(now - startedAt).toBeLessThan(366 * DAY_MS)

  const { referrals, totalCount } = await ask('/referrals?limit=100')
  // Those of the lists, of the crowd and of people who cheat, and the one that the demo began with.
  expect(totalCount).toBe(394)
  const statuses = referrals.map((it: { status: string }) => it.status)
  expect(new Set(statuses)).toEqual(new Set(['IN_PROGRESS', 'CONVERTED', 'ENDED']))
  const waiting = await ask('/referrals?waitsFor=DECISION')
  const reasons = waiting.referrals.flatMap((it: { reasons: string[] }) => it.reasons)
  expect(reasons).toEqual(expect.arrayContaining(['MODERATION', 'SAME_EMAIL']))

  const { rewards } = await ask('/rewards?accountId=cust_alba&type=CREDIT')
  expect(rewards).toMatchObject([{ credit: 2000, redeemedCredit: 500 }])
  const [from, to] = [startedAt, now].map((time) => new Date(time).toISOString().slice(0, 10))
  const figuresOf = () => ask(`/statistics?from=${from}&to=${to}&interval=MONTH`)
  await expect.poll(async () => (await figuresOf()).funnel.attributed).toBe(394)
  const { intervals, media } = await figuresOf()
  const started = intervals.map((it: { attributed: number }) => it.attributed)
  // The first and the last month are not whole.
  expect(Math.min(...started.slice(1, -1))).toBeGreaterThan(5)
  expect(started.at(-2)).toBeGreaterThan(2 * started[1])
  expect(media.filter((it: { clicks: number }) => it.clicks > 50).length).toBe(5)
  const { rules } = await ask(`/fraud-rules?from=${from}`)
  const precision = rules.flatMap((it: { precision: number | null }) => it.precision ?? [])
  expect(Math.min(...precision)).toBeGreaterThan(80)
  expect(precision.length).toBeGreaterThan(2)
  const milestones = await ask('/rewards?type=FEATURE&limit=100')
  expect(milestones.rewards.length).toBeGreaterThan(5)
  expect((await ask('/bills?state=RIGHT')).totalCount).toBeGreaterThan(50)
  expect(await ask('/bills?state=MENDED')).toMatchObject({ totalCount: 1, bills: [{ reason: 'REFUNDED' }] })
  expect((await ask('/mails?limit=1')).totalCount).toBeGreaterThan(10)
  // The live program has what the greeting's commands use, and nothing else.
  expect(await ask('/referrals', live)).toMatchObject({ totalCount: 1 })

  second.program.child.kill('SIGTERM')
  const lines = readLog((await second.program.ended).output)
  const complete = lines.findIndex(({ msg }) => msg === 'sample data of the demo is complete')
  const year = lines.slice(0, complete)
  const percentages = year.flatMap(({ percent = [] }) => percent)
  expect(percentages).toEqual([30, 40, 50, 60, 70, 80, 90].slice(-percentages.length))
  expect(percentages.length).toBeGreaterThan(3)
  const quiet = year.filter(({ tenantId, level }) => tenantId === demo.alias && level < 40)
  expect(quiet.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^making a year of sample data; /)])
})

type Line = {
  readonly level: number
  readonly msg: string
  readonly tenantId?: string
  readonly percent?: number
}

function readLog(output: string): readonly Line[] {
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

type Started = { readonly program: Program; readonly url: string }

async function start(): Promise<Started> {
  const program = startProgram('main.ts', { DATA_DIR: dataDir, PORT: '0' })
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return { program, url }
}

async function progress(): Promise<{ readonly startedAt: number; readonly day: number | null }> {
  return JSON.parse(await readFile(join(dataDir, 'sample-year.json'), 'utf8').catch(() => '{"day":0}'))
}

async function untilDay(wanted: number): Promise<void> {
  await expect.poll(async () => (await progress()).day, { interval: 20 }).toBeGreaterThan(wanted)
}
