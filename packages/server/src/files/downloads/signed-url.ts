import { isTenantAlias, isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'

/** The files that are downloaded by signed URLs: of exports, and of the rejected rows of imports. */
export type SignedFileKind = 'export' | 'rejected'

/** The parts of the URL of a file; `signature` covers the rest. */
export type SignedUrl = {
  readonly tenantAlias: string
  readonly id: string
  readonly expires: string
  readonly signature: string
}

/** The URL of a file until a time of the tenant's clock, for everyone who has it. */
export function signedUrl(
  ctx: Context,
  kind: SignedFileKind,
  { tenantId, id, expiresAt }: SignedFile,
): string {
  const path = kind === 'export' ? `exports/${tenantId}/${id}` : `imports/${tenantId}/${id}/rejected`
  const signature = ctx.secretBox.fileSignature(tenantId, partsOf(kind, id), expiresAt)
  return `${ctx.baseUrl}/${path}?expires=${expiresAt}&signature=${signature}`
}

export type SignedFile = { readonly tenantId: TenantId; readonly id: string; readonly expiresAt: number }

/** The file that a URL was signed for; null unless the URL is exactly as signed. Compared in constant time. */
export function signedFile(
  ctx: Pick<Context, 'secretBox'>,
  kind: SignedFileKind,
  { tenantAlias, id, expires, signature }: SignedUrl,
): SignedFile | null {
  if (!isTenantAlias(tenantAlias) || !isUuid(id) || !TIME.test(expires)) return null
  const found = { tenantId: tenantAlias, id, expiresAt: Number(expires) }
  const isSigned = ctx.secretBox.isFileSignature(
    signature,
    found.tenantId,
    partsOf(kind, id),
    found.expiresAt,
  )
  return isSigned ? found : null
}

const TIME = /^[1-9]\d{0,15}$/

/** The signed parts of a file. */
function partsOf(kind: SignedFileKind, id: string): readonly string[] {
  return kind === 'export' ? [id] : [kind, id]
}
