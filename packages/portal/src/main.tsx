import { QueryClientProvider } from '@tanstack/react-query'
import { type RouteIds, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { createPortalRouter } from './app/router.tsx'
import { focusHeadings } from './layout/focus-headings.ts'
import { applyTheme, readTheme } from './layout/theme.ts'
import './styles.css'

applyTheme(readTheme())
const queries = createQueryClient()
const router = createPortalRouter(queries)
focusHeadings(router)
// The code of the first page is loaded beside its session, not after it. Where this fails, opening the page says so.
const firstPage: readonly { readonly routeId: RouteIds<typeof router.routeTree> }[] = router.matchRoutes(
  router.latestLocation,
)
for (const { routeId } of firstPage) {
  router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined)
}
const place = document.getElementById('portal')
if (place === null) throw new Error('the page has no element for the portal')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
