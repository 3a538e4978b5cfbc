import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replacePrivateFile } from '../../engine/secrets/private-file.ts'
import type { Delivery } from './release-file.ts'

/**
 * How far an upgrade is. `PREPARING`: the release before is as it was, though perhaps stopped. `MIGRATING`: the schema may be
 * that of the new one, and the link may lead to it. `READY`: the new one serves. `GOING_BACK` and `BACK`: the one before has to
 * serve, or does.
 */
export type UpgradePhase = 'PREPARING' | 'MIGRATING' | 'READY' | 'GOING_BACK' | 'BACK'

/** The stored state with which an interrupted upgrade continues. */
export type UpgradeState = {
  readonly phase: UpgradePhase
  readonly delivery: Delivery
  readonly from: InstalledRelease
  readonly to: InstalledRelease
  /** Whether the release before works on the schema of the new one. */
  readonly isCompatible: boolean
  readonly backup: string | null
  /** Whether a rollback restores the backup, and so loses later changes. */
  readonly mustRestore: boolean
  /** The attempts to restore it so far. */
  readonly restores: number
  readonly isRestored: boolean
  /** Why it goes back, or why it was not begun. */
  readonly reason: string | null
  readonly startedAt: number
  /** Whether the schema may be that of the new release. */
  readonly isMigrated: boolean
  /** The upgrade before this one, which can still be taken back once this one has failed. Null once this one is ready. */
  readonly earlier: EarlierUpgrade | null
}

export type EarlierUpgrade = {
  readonly upgrade: UpgradeState
  /** Whether the release from before it works on the schema of the newest release too. */
  readonly worksOnNewest: boolean
}

export type InstalledRelease = { readonly folder: string; readonly version: string }

export function isUnfinished({ phase }: UpgradeState): boolean {
  return phase !== 'READY' && phase !== 'BACK'
}

/** The upgrade that can be taken back: the last one, or the one before it when the last one has failed. Null without one. */
export function undoableUpgrade(state: UpgradeState): UpgradeState | null {
  if (state.phase !== 'BACK') return state
  if (state.earlier === null) return null
  const { upgrade, worksOnNewest } = state.earlier
  return { ...upgrade, isCompatible: upgrade.isCompatible && (worksOnNewest || !state.isMigrated) }
}

/** Null before the first upgrade. */
export async function readUpgradeState(kept: string): Promise<UpgradeState | null> {
  const text = await readFile(stateFile(kept), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

/** Writes the state so that it is on the disk before the next step begins. */
export async function writeUpgradeState(kept: string, state: UpgradeState): Promise<void> {
  await replacePrivateFile(stateFile(kept), `${JSON.stringify(state, null, 2)}\n`)
}

function stateFile(kept: string): string {
  return join(kept, 'state.json')
}
