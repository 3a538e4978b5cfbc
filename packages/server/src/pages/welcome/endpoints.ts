import { endpoints } from '@goodword/contract/all-endpoints'
import { withKnownFields } from '../../frame/http/requests/program-settings.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { knownLocale } from './offer-texts.ts'
import { offerPreview, pagePreview } from './preview-page.ts'

/** The endpoints that preview a program as friends see it. */
export function offerEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.previewOffer, async (ctx, { tenant, body }) => {
    const settings = settingsOf(withKnownFields(body.program))
    const locale = knownLocale(body.locale)
    return { ...offerPreview(settings, locale), hostedPage: pagePreview(ctx, tenant, settings, locale) }
  })
}
