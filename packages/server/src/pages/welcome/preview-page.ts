import type { AnswerOf } from '@goodword/contract/frame/endpoint'
import type { previewOffer } from '@goodword/contract/program/endpoints'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import type { Context } from '../../frame/context.ts'
import type { Tenant } from '../../frame/http/access/authenticate.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { pageAddress } from '../../referring/hosted-page/page-address.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import { languageOfPage, type PageContent, pageHtml } from '../page/page-frame.ts'
import { homeView, signInView } from '../page/page-views.ts'
import { linkCard } from '../share-links/link-preview.ts'
import { qrSvg } from '../share-links/qr-picture.ts'
import { type OfferedCode, openCodeAnswer } from './open-code-answer.ts'
import { welcomeAnswer } from './welcome-answer.ts'

const QR_SIZE = 144

/** The page for referrers with these settings, saved or not, as HTML that loads nothing of ours. */
export function pagePreview(
  ctx: Context,
  tenant: Tenant,
  settings: FullSettings,
  locale: string,
): AnswerOf<typeof previewOffer>['hostedPage'] {
  const { origin, pathname: path } = new URL(pageAddress(ctx, tenant.tenantId))
  const site = { tenant, settings, origin, path }
  const language = languageOfPage([locale], settings)
  const person = { code: sampleOffer.code, email: 'ada@example.com' }
  const { direct } = shareLinks(ctx, tenant.tenantId, person.code)
  const picture = Buffer.from(qrSvg(direct, QR_SIZE)).toString('base64')
  const draw = ({ script: _, ...content }: PageContent) => pageHtml(ctx.baseUrl, settings, language, content)
  return {
    signIn: draw(signInView(site, language)),
    home: draw(
      homeView(ctx, site, { user: person, others: [] }, language, { script: '', hasCard: true }),
    ).replace(`src="${escapeHtml(direct)}/qr.svg"`, () => `src="data:image/svg+xml;base64,${picture}"`),
  }
}

/** The referrer of previews, who is the one of the widget's preview. */
const sampleOffer: OfferedCode = {
  code: 'ADAT4K9QX' as ReferralCode,
  referrerName: 'Ada L.' as PresentableName,
  referrerFirstName: 'Ada' as PresentableName,
  expiresAt: null,
}

/** The preview of an offer with these settings, saved or not. */
export function offerPreview(
  settings: FullSettings,
  locale: string,
): Omit<AnswerOf<typeof previewOffer>, 'hostedPage'> {
  const referrerName = settings.showReferrerName ? sampleOffer.referrerName : null
  const { image, otherLocales: _, ...card } = linkCard({ settings, referrerName }, locale)
  const offer = settings.active ? openCodeAnswer(sampleOffer, settings, locale) : null
  return {
    welcome: welcomeAnswer(offer, settings.active ? null : 'inactive', settings, locale),
    linkCard: {
      ...card,
      imageUrl: image?.url ?? null,
      imageAlt: image?.alt ?? null,
      isLarge: image?.isLarge ?? false,
    },
  }
}
