import type { Apps } from '@goodword/contract/program/apps'
import { androidAssetLinks, appleAssociation } from '@goodword/domain/hosts/app-links'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { settingsFor } from '../widget/widget-page.ts'
import { sendSharePage } from './share-page.ts'

type Failure = (error: Error, request: FastifyRequest, reply: FastifyReply) => void

/** The content of each file by its name; null when the program has no app that it is for. */
const files: Readonly<Record<string, (apps: Apps) => object | null>> = {
  'apple-app-site-association': ({ appleAppIds = [] }) =>
    appleAppIds.length === 0 ? null : appleAssociation(appleAppIds),
  'assetlinks.json': ({ androidApps = [] }) =>
    androidApps.length === 0 ? null : androidAssetLinks(androidApps),
}

/**
 * `/.well-known/…` of a custom domain: the files by which iOS and Android open its share links in the merchant's apps. They
 * are for a whole host, so the service's own address, which all programs share, has none.
 */
export function serveAppAssociations(
  app: FastifyInstance,
  ctx: Context,
  limits: Limits,
  showFailure: Failure,
): void {
  for (const [name, contentOf] of Object.entries(files)) {
    app.get<{ Params: { tenantAlias: string } }>(
      `/r/:tenantAlias/.well-known/${name}`,
      { errorHandler: showFailure },
      async (request, reply) => {
        const { customDomain, params } = request
        const settings = customDomain === null ? null : await settingsFor(ctx, limits, params.tenantAlias)
        const apps = settings?.apps ?? null
        const content = apps === null ? null : contentOf(apps)
        if (content === null) return sendSharePage(reply, 'unknown')
        return (
          reply
            .header('Cache-Control', 'public, max-age=3600')
            .type('application/json')
            // A text would get a charset, which the type does not have.
            .send(Buffer.from(JSON.stringify(content)))
        )
      },
    )
  }
}
