import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'
import { figureNames } from './home-figures.ts'
import { funnelChannels } from './share-funnel.ts'

export const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  validateSearch: searchOf({
    range: oneOf(['7d', '30d', '90d', '12m', 'month', 'own']),
    from: text,
    to: text,
    interval: oneOf(['DAY', 'WEEK', 'MONTH']),
    figure: oneOf(figureNames),
    channel: oneOf(funnelChannels),
  }),
  component: pageComponent(() => import('./home-page.tsx'), 'HomePage'),
})
