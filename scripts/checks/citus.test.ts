import { expect, test } from 'vitest'
import { clusterNotRun, tooOldFor } from './citus.ts'

const ARCHIVE = 'citus-13.2.2-postgresql15-amd64.txz'

/** A PostgreSQL 15 of a minor release, null where there is none, and of another one once it was upgraded. */
function machine(minor: number | null, upgraded: number | null = minor) {
  let present = minor
  const upgrades: string[] = []
  const upgrade = (major: string) => {
    upgrades.push(major)
    present = upgraded
  }
  return { upgrades, minorOf: (major: string) => (major === '15' ? present : null), upgrade }
}

test('the tests on a cluster are not run, and one line says why, if PostgreSQL is too old and cannot be upgraded', () => {
  const reason = tooOldFor(ARCHIVE, machine(15))
  expect(reason).toContain('needs PostgreSQL 15.19 or later, and 15.15 is installed')
  expect(clusterNotRun(reason ?? '')).toMatch(/^not run: the tests on a Citus cluster, because .+[.]$/)
})

test.each([
  ['is new enough', machine(19), []],
  ['was upgraded', machine(15, 20), ['15']],
  ['was installed', machine(null, 20), ['15']],
  ['is missing, which is reported when Citus is looked for', machine(null), ['15']],
])('nothing keeps them from running where PostgreSQL %s', (_case, here, upgrades) => {
  expect(tooOldFor(ARCHIVE, here)).toBeNull()
  expect(here.upgrades).toEqual(upgrades)
})
