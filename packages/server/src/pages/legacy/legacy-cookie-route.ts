import { endpoints } from '@goodword/contract/all-endpoints'
import { Type } from 'typebox'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { lookUpCode } from '../../referring/codes/look-up-codes.ts'
import { codesInCookie } from '../../referring/share-links/legacy-cookie.ts'
import type { ServeLegacy } from './legacy-route.ts'

/** `/a/{tenant}/widgets/squatchcookiejson`: the codes in the cookie that the page sends along which can be used. */
export function serveLegacyCookie(serve: ServeLegacy, ctx: Context, limits: Limits): void {
  serve({
    ...{ method: 'GET', path: '/a/:tenantAlias/widgets/squatchcookiejson', params: Type.Object({}) },
    ...{ callers: 'pages', instead: endpoints.loadWelcome },
    answer: async ({ tenant, query }) => {
      const codes = codesInCookie(query('cookies') ?? '', ctx.clock.now())
      const readings = await limits.run(tenant, 'tracking', () =>
        Promise.all(codes.map((code) => lookUpCode(ctx, tenant.tenantId, code))),
      )
      return { body: { codes: codes.filter((_, index) => readings[index]?.fault === null) } }
    },
  })
}
