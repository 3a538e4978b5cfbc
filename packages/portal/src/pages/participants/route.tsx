import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flag, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const participantsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'participants',
  validateSearch: searchOf({ query: text, blocked: flag }),
  component: lazyRouteComponent(() => import('./participants-page.tsx'), 'ParticipantsPage'),
})

export const participantRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'participants/$accountId/$userId',
  component: lazyRouteComponent(() => import('./participant-page.tsx'), 'ParticipantPage'),
})
