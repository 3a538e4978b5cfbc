import { expect, test } from 'vitest'
import { type UpgradeState, undoableUpgrade } from './upgrade-state.ts'

const ready: UpgradeState = {
  phase: 'READY',
  delivery: { path: '/srv/goodword-0.2.0.tar.gz', isFolder: false, sha256: '' },
  from: { folder: '/opt/0.1.0', version: '0.1.0' },
  to: { folder: '/opt/0.2.0', version: '0.2.0' },
  isCompatible: true,
  backup: '/backups/before-0.2.0.gz',
  mustRestore: false,
  restores: 0,
  isRestored: false,
  reason: null,
  startedAt: 0,
  isMigrated: true,
  earlier: null,
}
const failed: UpgradeState = {
  ...ready,
  phase: 'BACK',
  earlier: { upgrade: ready, worksOnNewest: true },
}

test.each<[string, UpgradeState, UpgradeState | null]>([
  ['the one that is ready', ready, ready],
  ['the one that is under way', { ...failed, phase: 'MIGRATING' }, { ...failed, phase: 'MIGRATING' }],
  ['none after one that was taken back', { ...ready, phase: 'BACK' }, null],
  ['the one before a failed one', failed, ready],
  [
    'the one before a failed one, by a restore where its release does not work on the newest schema',
    { ...failed, earlier: { upgrade: ready, worksOnNewest: false } },
    { ...ready, isCompatible: false },
  ],
  [
    'the one before one that failed before it changed the schema',
    { ...failed, isMigrated: false, earlier: { upgrade: ready, worksOnNewest: false } },
    ready,
  ],
])('the upgrade that can be taken back is %s', (_, state, expected) => {
  expect(undoableUpgrade(state)).toEqual(expected)
})
