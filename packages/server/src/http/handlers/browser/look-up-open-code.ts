import type { lookUpOpenCode } from '@goodword/contract/endpoints/look-up-open-code'
import { noteSighting } from '../../../operations/foundation/sightings.ts'
import { readActiveCode } from '../../active-code.ts'
import { openCodeAnswer } from '../../answers/open-code.ts'
import type { Handler } from '../../server/handler.ts'

/** The same look-up as the server's, with only the public part of its response. */
export const handleLookUpOpenCode: Handler<typeof lookUpOpenCode> = async (ctx, { tenant, params }) => {
  const { code, settings } = await readActiveCode(ctx, tenant.tenantId, params.code)
  noteSighting(ctx, tenant.tenantId, 'CODE_LOOKED_UP')
  return openCodeAnswer(code, settings)
}
