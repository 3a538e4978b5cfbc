import { endpoints } from '@goodword/contract/all-endpoints'
import { type Principal, scopesOf } from '../../frame/http/access/authenticate.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { addApiKey } from './add-api-key.ts'
import { endApiKey } from './end-api-key.ts'
import type { KeyCaller } from './key-caller.ts'
import { readApiKeys, readSigningKeys } from './read-keys.ts'
import { replaceApiKey } from './replace-api-key.ts'
import { ROLL_REPEAT_MS, replaceSigningKey } from './replace-signing-key.ts'

/** API keys and signing keys. */
export function keyEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listApiKeys, async (ctx, { tenant, query }) => {
    const found = await readApiKeys(ctx, tenant.tenantId, listQuestion(query).page)
    return { ...listAnswer(found), apiKeys: found.rows }
  })
  serve(endpoints.createApiKey, (ctx, { tenant, principal, body }) => {
    const { name, scopes, dateExpires = null } = body
    return addApiKey(ctx, tenant.tenantId, { name, scopes, expiresAt: dateExpires }, keyCallerOf(principal))
  })
  serve(endpoints.rollApiKey, (ctx, { tenant, principal, params, body }) =>
    replaceApiKey(ctx, tenant.tenantId, params.keyId, body.overlapHours * HOUR_MS, keyCallerOf(principal)),
  )
  serve(endpoints.revokeApiKey, (ctx, { tenant, principal, params }) =>
    endApiKey(ctx, tenant.tenantId, params.keyId, keyCallerOf(principal)),
  )
  serve(endpoints.listSigningKeys, async (ctx, { tenant, query }) => {
    const found = await readSigningKeys(ctx, tenant.tenantId, listQuestion(query).page)
    return { ...listAnswer(found), signingKeys: found.rows }
  })
  serve(endpoints.rollSigningKey, (ctx, { tenant, body }) =>
    replaceSigningKey(ctx, tenant.tenantId, {
      overlapMs: body.overlapHours * HOUR_MS,
      repeatMs: ROLL_REPEAT_MS,
    }),
  )
}

/** The scopes and the life that a caller can give to keys: at most its own. */
function keyCallerOf(principal: Principal): KeyCaller {
  const scopes = scopesOf(principal)
  return principal.kind === 'key'
    ? { scopes, expiresAt: principal.expiresAt, kind: 'API_KEY' }
    : { scopes, expiresAt: null, kind: 'STAFF' }
}

const HOUR_MS = 3_600_000
