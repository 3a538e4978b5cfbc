import { createRoute } from '@tanstack/react-router'
import { flag, listView, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const participantsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'participants',
  validateSearch: searchOf({ query: text, blocked: flag, ...listView }),
  component: pageComponent(() => import('./participants-page.tsx'), 'ParticipantsPage'),
})

export const participantRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'participants/$accountId/$userId',
  component: pageComponent(() => import('./participant-page.tsx'), 'ParticipantPage'),
})
