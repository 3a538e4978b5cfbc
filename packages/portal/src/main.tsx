import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, type RouteIds, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createPortalRouter } from './app/router.tsx'
import { applyTheme, readTheme } from './layout/theme.ts'
import './styles.css'

applyTheme(readTheme())
const STALE_MS = 10_000
/** The cache of all data that the page has read. */
const queries = new QueryClient({
  defaultOptions: {
    // The client itself tries again what may pass. The service may be on this machine or in its network, so a browser that
    // believes to be offline asks all the same, and its failure is shown.
    queries: { staleTime: STALE_MS, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
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

/**
 * Gives the heading of a new page the focus after a navigation, so that screen readers read it and Tab goes on there.
 */
function focusHeadings(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return
    // A field of the page that took the focus itself keeps it.
    if (document.activeElement?.matches('input, textarea, select') === true) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
