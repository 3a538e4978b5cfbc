import { Refusal } from '@goodword/contract/frame/refusal'
import { refuseUnknownThresholds } from '@goodword/contract/fraud/fraud-rule-setting'
import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { type ProgramSettings, programDefaults } from '@goodword/contract/program/program'
import { refuseImpossibleRewards } from '@goodword/contract/program/program-settings'
import { ownWordFault } from '@goodword/contract/words/own-word-fault'
import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import type { TenantId } from '@goodword/domain/values/ids'
import { followPromotionCodes } from '../../billing/discounts/mirror-codes.ts'
import { hasListedDiscounts } from '../../billing/rows/live-discounts.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import { differences } from '../../frame/audit/differences.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { loadProgram, lockProgram, replaceProgram as replaceRow } from '../../frame/rows/programs.ts'
import { followExpiringRewards } from '../../outbound/mails/sweep-expiring-rewards.ts'
import { followHostedPage } from '../../referring/hosted-page/follow-page.ts'
import { followReviewPeriod } from '../../referring/referrals/end-reviews.ts'
import { followOffer } from '../../referring/referrals/estimate-amounts.ts'
import { refuseMissingSetup } from './refuse-missing-setup.ts'

/** The program as it is now, or null when `version` was not the present one: nothing changed then. */
export type ReplacedProgram = (FullSettings & { readonly version: number }) | null

/**
 * Sets the whole program of a tenant; a field that is left out takes its default. Rewards that were given keep their
 * terms. `version` is the one that was read before; null replaces any version.
 *
 * @throws Refusal PROCESSOR_SETUP_INCOMPLETE, VALIDATION_FAILED for a hosted page without e-mails, for invitations without
 * what they need and for words that cannot be used, or PROCESSOR_CONNECTION_IN_USE for another discount at the payment
 * processor while the present one is in use
 */
export async function replaceProgram(
  ctx: Context,
  tenantId: TenantId,
  settings: ProgramSettings,
  version: number | null,
): Promise<ReplacedProgram> {
  const full = wholeSettings(settings)
  refuseUnusableWords(full.texts)
  refuseIncompleteInvitations(full)
  const next = await ctx.writeTenant(tenantId, async (tx) => {
    await lockProgram(tx)
    const before = await loadProgram(tx)
    const present = settingsOf(before.settings)
    if (full.active && !present.active) await refuseMissingSetup(tx)
    const isOther = before.is_processor_connected && full.processorDiscountId !== present.processorDiscountId
    if (isOther) await refuseDiscountInUse(tx, present.processorDiscountId)
    const replaced = await replaceRow(tx, full, version, ctx.clock.now())
    if (replaced === null) return null
    if (isOther) enqueueJob(tx, { kind: 'ALL_CUSTOMERS', subject: '' })
    await followHostedPage(tx, present, full)
    followExpiringRewards(tx, full)
    followPromotionCodes(tx, present, full)
    followReviewPeriod(tx, present, full)
    followOffer(tx, present, full)
    const isElsewhere = full.timeZone !== present.timeZone
    if (isElsewhere) enqueueJob(tx, { kind: 'COUNT_STATISTICS', subject: '' })
    const details = { version: replaced, changed: differences(present, full) }
    writeAuditEntry(tx, auditEntry(ctx, 'program.set', details))
    return replaced
  })
  return next === null ? null : { version: next, ...full }
}

/**
 * Exactly the fields of a program, every one of them, and a mode for each fraud rule.
 *
 * @throws Refusal VALIDATION_FAILED for milestones that are not in ascending order, and for unusable thresholds
 */
export function wholeSettings(settings: ProgramSettings): FullSettings {
  const { maxReferrerRewards } = settings
  const names = Object.keys(programDefaults) as (keyof typeof programDefaults)[]
  const given = names.filter((name) => settings[name] !== undefined)
  refuseImpossibleRewards(settings)
  refuseUnknownThresholds(settings.fraudRules ?? [])
  const full = settingsOf(Object.fromEntries(given.map((name) => [name, settings[name]])))
  const modes = new Map([...programDefaults.fraudRules, ...full.fraudRules].map((it) => [it.rule, it]))
  return {
    ...full,
    fraudRules: fraudRuleNames.flatMap((rule) => modes.get(rule) ?? []),
    ...(maxReferrerRewards === undefined ? {} : { maxReferrerRewards }),
  }
}

/**
 * Refuses another discount at the payment processor while subscriptions have the present one: they would get the
 * other beside it, and pay too little. The program is locked, so no job adds a discount meanwhile.
 *
 * @throws Refusal PROCESSOR_CONNECTION_IN_USE
 */
async function refuseDiscountInUse(tx: Transaction, discountId: string): Promise<void> {
  if (!(await hasListedDiscounts(tx))) return
  const message = `Subscriptions have the discount "${discountId}", or are about to get it, so processorDiscountId cannot be changed. Send "${discountId}".`
  throw new Refusal('PROCESSOR_CONNECTION_IN_USE', message, 'processorDiscountId')
}

/**
 * Refuses invitations of a program that could not say in them who sends them and what becomes of the friend's data.
 *
 * @throws Refusal VALIDATION_FAILED
 */
function refuseIncompleteInvitations({ invitations, emails }: FullSettings): void {
  if (invitations === 'OFF') return
  if (emails === null) throw missing('emails')
  if (emails.postalAddress === null || emails.postalAddress.trim() === '')
    throw missing('emails.postalAddress')
  if (emails.privacyPage === null) throw missing('emails.privacyPage')
}

function missing(param: string): Refusal {
  return new Refusal(
    'VALIDATION_FAILED',
    `"${param}" is needed while "invitations" is "ON": an invitation names the business that sends it, its postal address and its privacy page.`,
    param,
  )
}

/**
 * Refuses words of a merchant's that would replace nothing, or that would lose or show a placeholder.
 *
 * @throws Refusal VALIDATION_FAILED that names the field and the placeholder
 */
export function refuseUnusableWords(texts: WidgetTexts): void {
  for (const [locale, { words = {} }] of Object.entries(texts)) {
    for (const [name, text] of Object.entries(words)) {
      const fault = ownWordFault(locale, name, text)
      if (fault === null) continue
      const param = `texts.${locale}.words.${name}`
      throw new Refusal('VALIDATION_FAILED', `"${param}" ${fault}.`, param)
    }
  }
}
