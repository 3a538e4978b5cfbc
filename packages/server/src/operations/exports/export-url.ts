import { timingSafeEqual } from 'node:crypto'
import { isTenantAlias, isUuid, type TenantId } from '@goodword/domain/ids'
import type { ExportRow } from '../../store/transfers/exports.ts'
import type { Context } from '../context.ts'

/** What the URL of a file says; `signature` covers the rest. */
export type ExportUrl = {
  readonly tenantAlias: string
  readonly exportId: string
  readonly expires: string
  readonly signature: string
}

/** Where a complete file can be downloaded; null for one that is not complete, or has expired. */
export function exportUrl(ctx: Context, tenantId: TenantId, row: ExportRow, now: number): string | null {
  const { id, state, expires_at: expiresAt } = row
  if (state !== 'DONE' || expiresAt === null || expiresAt <= now) return null
  const signature = ctx.secretBox.exportSignature(tenantId, id, expiresAt)
  return `${ctx.baseUrl}/exports/${tenantId}/${id}?expires=${expiresAt}&signature=${signature}`
}

/** What a URL was signed for; null unless all of it is as we signed it. Compared in constant time. */
export function signedExport(
  { secretBox }: Pick<Context, 'secretBox'>,
  { tenantAlias, exportId, expires, signature }: ExportUrl,
): { readonly tenantId: TenantId; readonly id: string; readonly expiresAt: number } | null {
  if (!isTenantAlias(tenantAlias) || !isUuid(exportId) || !TIME.test(expires)) return null
  const expiresAt = Number(expires)
  const expected = Buffer.from(secretBox.exportSignature(tenantAlias, exportId, expiresAt))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { tenantId: tenantAlias, id: exportId, expiresAt }
}

const TIME = /^[1-9]\d{0,15}$/
