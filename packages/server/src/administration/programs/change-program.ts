import type { ProgramSettings } from '@goodword/contract/program/program'
import type { TenantId } from '@goodword/domain/values/ids'
import { followPromotionCodes } from '../../billing/discounts/mirror-codes.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import { differences } from '../../frame/audit/differences.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { loadProgram, replaceProgram } from '../../frame/rows/programs.ts'
import { followExpiringRewards } from '../../outbound/mails/sweep-expiring-rewards.ts'
import { followHostedPage } from '../../referring/hosted-page/follow-page.ts'
import { refuseMissingSetup } from './refuse-missing-setup.ts'
import { refuseUnusableWords, wholeSettings } from './replace-program.ts'

export type ProgramChange = {
  /** The whole new program, computed from the current one. */
  readonly to: (present: FullSettings) => ProgramSettings
  /** The version that the change was made for; null for any. */
  readonly version: number | null
}

/** The program as it is now; null when it had another version, and then nothing was changed. */
export type ChangedProgram = (FullSettings & { readonly version: number }) | null

/**
 * Changes a program based on the current one, and writes the differences to the audit log.
 *
 * @throws Refusal PROCESSOR_SETUP_INCOMPLETE, or VALIDATION_FAILED for words that cannot be used
 */
export function changeProgram(
  ctx: Context,
  tenantId: TenantId,
  change: ProgramChange,
): Promise<ChangedProgram> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const present = await loadProgram(tx)
    if (change.version !== null && change.version !== present.version) return null
    const before = settingsOf(present.settings)
    const after = wholeSettings(change.to(before))
    refuseUnusableWords(after.texts)
    if (after.active) await refuseMissingSetup(tx)
    const version = await replaceProgram(tx, after, present.version, ctx.clock.now())
    if (version === null) return null
    await followHostedPage(tx, before, after)
    followExpiringRewards(tx, after)
    followPromotionCodes(tx, before, after)
    if (before.timeZone !== after.timeZone) enqueueJob(tx, { kind: 'COUNT_STATISTICS', subject: '' })
    const details = { version, changed: differences(before, after) }
    writeAuditEntry(tx, auditEntry(ctx, 'program.set', details))
    return { version, ...after }
  })
}

/**
 * Merges the given fields into the current ones; a fraud rule that is not named keeps its mode, and a null clears a field that may be
 * empty.
 */
export function mergedSettings(
  present: FullSettings,
  given: ProgramSettings,
  names: readonly string[],
): ProgramSettings {
  const merged = {
    ...present,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name))),
  }
  const { maxReferrerRewards: _, ...unlimited } = merged
  const limited =
    names.includes('maxReferrerRewards') && given.maxReferrerRewards === undefined ? unlimited : merged
  return names.includes('fraudRules')
    ? { ...limited, fraudRules: [...present.fraudRules, ...(given.fraudRules ?? [])] }
    : limited
}
