import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

/** Every component in every state, for those who develop the portal and for its tests. No page links to it. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'gallery',
  component: lazyRouteComponent(() => import('./gallery-page.tsx'), 'GalleryPage'),
})
