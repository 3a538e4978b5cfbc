import { faultOf } from '@goodword/domain/attribution/attribution'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Rate } from '@goodword/domain/values/rate'
import type { MirroredCode, MirroredCodePage, SetupFinding } from '../../connectors/connector.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, programOf, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { codeOwner, loadCodes, loadCodesAfter } from '../../tracking/rows/codes.ts'
import { callProcessor, storedFindings } from '../connections/call-processor.ts'
import { type OpenConnection, openConnectionWith } from '../connections/processor-client.ts'
import { repeatWork } from '../connections/repeat-work.ts'
import { lockConnectionHealth, recordFindings } from '../rows/connections.ts'
import { friendRate } from './offer-discount.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PAGE = 500

/** Asks for promotion codes as the settings say, if they say something else than before. */
export function followPromotionCodes(tx: Transaction, before: FullSettings, after: FullSettings): void {
  if (!before.processorPromotionCodes && !after.processorPromotionCodes) return
  enqueueJob(tx, { kind: 'MIRROR_CODES', subject: '' })
  if (before.processorDiscountId !== after.processorDiscountId)
    enqueueJob(tx, { kind: 'MIRROR_CODES', subject: before.processorDiscountId })
}

type Mirroring = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly connection: OpenConnection
  readonly discountId: string
  /** Null to retire every code. */
  readonly rate: Rate | null
  readonly signal: AbortSignal
}

/**
 * Makes the promotion codes at the processor those of the program: one for each referral code that works, of the friend's
 * percentage, and none while the program does not want them. What is there is read at the processor, so that a repeat
 * changes nothing. A code of the merchant's own with the same text is left alone, and counted in a warning of the connection.
 *
 * Returns when to do it again, for codes that expired or were made meanwhile; null if the program wants none.
 */
export async function mirrorCodes(
  ctx: Context,
  tenantId: TenantId,
  formerDiscountId: string,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const opened = await openConnectionWith(ctx, tenantId, async (tx) => {
    return { settings: settingsOf((await loadProgram(tx)).settings), now: tx.now }
  })
  if (opened === null) return null
  const [connection, { settings, now }] = opened
  const { row, client } = connection
  if (client.mirrorCode === undefined) return null
  const isWanted =
    settings.processorPromotionCodes &&
    settings.active &&
    row.removal_requested_at === null &&
    formerDiscountId === ''
  const rate = isWanted ? friendRate(settings) : null
  const discountId = formerDiscountId === '' ? settings.processorDiscountId : formerDiscountId
  const mirroring = { ctx, tenantId, connection, discountId, rate, signal }
  return repeatWork(connection, { now, afterErrorMs: HOUR_MS }, async () => {
    await noteTaken(mirroring, await mirrorAll(mirroring))
    return rate === null ? null : DAY_MS
  })
}

/** Ends every mirrored code, as long as the connection is to be removed. False if some may be left for now. */
export async function retireCodes(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<boolean> {
  const opened = await openConnectionWith(ctx, tenantId, async (tx) =>
    settingsOf((await loadProgram(tx)).settings),
  )
  if (opened === null) return true
  const [connection, { processorDiscountId: discountId }] = opened
  if (connection.row.removal_requested_at === null || connection.client.mirrorCode === undefined) return true
  try {
    await mirrorAll({ ctx, tenantId, connection, discountId, rate: null, signal })
    return true
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    return false
  }
}

/** Returns how many codes cannot be mirrored. */
async function mirrorAll(mirroring: Mirroring): Promise<number> {
  const { ctx, tenantId, rate, signal } = mirroring
  const present = await readMirrored(mirroring)
  let impossible = 0
  for (let after: ReferralCode | '' | null = rate === null ? null : ''; after !== null && !signal.aborted; ) {
    const codes = await loadPage(ctx, tenantId, after)
    for (const { code } of codes.filter((it) => it.isWorking)) {
      const isDone = present.get(code) === true
      present.delete(code)
      if (isDone) continue
      const mirrored = await mirror(mirroring, code, rate)
      if (mirrored !== 'MIRRORED') impossible += 1
    }
    after = codes.length < PAGE ? null : (codes.at(-1)?.code ?? null)
  }
  // The promotion codes that are left belong to codes that do not work or do not exist.
  for (const code of present.keys()) await mirror(mirroring, code, null)
  return impossible
}

/** The codes that are mirrored, and whether they are for the right discount. */
async function readMirrored({
  ctx,
  tenantId,
  connection,
  discountId,
  rate,
}: Mirroring): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>()
  return callProcessor(ctx, tenantId, connection, async ({ readMirroredCodes }) => {
    let page: MirroredCodePage | undefined
    do {
      page = await readMirroredCodes?.({ discountId, rate, after: page?.next ?? null })
      for (const { code, isOfRate } of page?.codes ?? []) found.set(code, isOfRate)
    } while (page != null && page.next !== null)
    return found
  })
}

function mirror(
  { ctx, tenantId, connection, discountId, signal }: Mirroring,
  code: string,
  rate: Rate | null,
): Promise<MirroredCode | null> {
  signal.throwIfAborted()
  return callProcessor(ctx, tenantId, connection, async ({ mirrorCode }) => {
    return (await mirrorCode?.(code, discountId, rate)) ?? null
  })
}

function loadPage(ctx: Context, tenantId: TenantId, after: string) {
  return ctx.readTenant(tenantId, async (tx) => {
    const codes = await loadCodesAfter(tx, after, PAGE)
    const [rows, { settings }] = await Promise.all([loadCodes(tx, codes), loadProgram(tx)])
    const context = { now: tx.now, program: programOf(settings) }
    return codes.map((code) => {
      const row = rows.get(code)
      return { code, isWorking: row !== undefined && faultOf(codeOwner(row), context) === null }
    })
  })
}

/** Notes on the connection how many codes are not mirrored, or that none is. */
async function noteTaken(
  { ctx, tenantId, connection: { row } }: Mirroring,
  impossible: number,
): Promise<void> {
  const present = storedFindings(row).find(isAboutCodes)
  const finding = impossible === 0 ? undefined : findingOf(impossible)
  if (present?.message === finding?.message) return
  await ctx.writeTenant(tenantId, async (tx) => {
    const health = await lockConnectionHealth(tx, row.id)
    if (health === null) return
    const others = storedFindings(health).filter((it) => !isAboutCodes(it))
    recordFindings(tx, row.id, finding === undefined ? others : [...others, finding])
  })
}

function isAboutCodes({ item }: SetupFinding): boolean {
  return item === 'PROMOTION_CODE'
}

function findingOf(count: number): SetupFinding {
  return {
    item: 'PROMOTION_CODE',
    severity: 'warning',
    name: 'processorPromotionCodes',
    message: `${count} referral codes are no promotion codes: they contain an underscore, or are the text of an active promotion code of your own, which stays as it is. GET code answers null as promotionCode for them.`,
  }
}
