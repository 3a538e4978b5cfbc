import type { TenantId } from '@goodword/domain/values/ids'
import { createSecretBox, openOrNull, type SecretContext } from '../../engine/secrets/secret-box.ts'
import { parseSecretKey, type SecretKey } from '../../engine/secrets/secret-key.ts'
import type { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import type { SecretKeyRow } from '../../frame/rows/secret-key-rows.ts'

/** Secret keys belong to no tenant. */
const NO_TENANT = '*' as TenantId

export const CURRENT = 'current'
export const ROTATING = 'rotating'
export const OF_MARKS = 'marks'
const HOOK = 'hook '

/** The row of an earlier key of notification URLs. */
export function hookRow(mark: string): string {
  return `${HOOK}${mark}`
}

export function isHookRow({ id }: Pick<SecretKeyRow, 'id'>): boolean {
  return id.startsWith(HOOK)
}

/** The mark of a row; null without one. */
export function markOf(rows: readonly SecretKeyRow[], id: string): string | null {
  return rows.find((it) => it.id === id)?.mark ?? null
}

/**
 * Makes the key current whose mark the database has, together with the earlier keys that it keeps. Null if that key was not given;
 * the mark is then that of another one. Without a mark the first key stays the current one.
 */
export function useNotedKeys(keys: SecretKeys, rows: readonly SecretKeyRow[]): SecretKey | null {
  const mark = markOf(rows, CURRENT)
  if (mark === null) return keys.current
  const current = keys.withMark(mark)
  if (current === null) return null
  const ofMarks = rows.find((it) => it.id === OF_MARKS)
  keys.use(current, {
    ofMarks: ofMarks === undefined ? null : openKey(current, ofMarks),
    ofHooks: rows.filter(isHookRow).flatMap((it) => openKey(current, it) ?? []),
    rotatingFrom: markOf(rows, ROTATING),
  })
  return current
}

/** A key as it is kept in a row, encrypted under another. */
export function sealedKey(under: SecretKey, id: string, kept: SecretKey): Buffer {
  return createSecretBox(under).seal(kept.toString('hex'), contextOf(id))
}

/** Null if it was encrypted under another key. */
export function openKey(under: SecretKey, { id, secret_box: box }: SecretKeyRow): SecretKey | null {
  const text = box === null ? null : openOrNull(createSecretBox(under), box, contextOf(id))
  return text === null ? null : parseSecretKey(text)
}

function contextOf(recordId: string): SecretContext {
  return { tenantId: NO_TENANT, purpose: 'retired-key', recordId }
}
