import { endpoints } from '@goodword/contract/all-endpoints'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { userAnswer } from '../users/user-answer.ts'
import { chosenCode } from './active-code.ts'
import { updateCode } from './change-code.ts'
import { chooseCode, readCodesOf } from './choose-code.ts'
import { unknownCode } from './look-up-codes.ts'

/** Codes of people. */
export function codeEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.chooseCode, async (ctx, { tenant: { tenantId }, params, body }) => {
    const { accountId, userId } = params
    const user = { accountId: accountId as AccountId, userId: userId as UserId }
    const choice = { ...user, code: chosenCode(body.code), by: 'server' } as const
    return userAnswer(ctx, tenantId, (await chooseCode(ctx, tenantId, choice)).user)
  })
  serve(endpoints.listCodes, async (ctx, { tenant: { tenantId }, params }) => {
    const codes = await readCodesOf(ctx, tenantId, params.accountId as AccountId, params.userId as UserId)
    return { codes }
  })
  serve(endpoints.updateCode, async (ctx, { tenant, params, body }) => {
    const code = readTypedCode(params.code)
    const changes = { disabled: body.disabled ?? null, expiresAt: body.dateExpires ?? null }
    const changed = code === null ? null : await updateCode(ctx, tenant.tenantId, code, changes)
    if (changed === null) throw unknownCode('code')
    return changed
  })
}
