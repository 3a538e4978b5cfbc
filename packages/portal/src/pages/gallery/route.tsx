import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

/** Every component in every state, for those who develop the portal and for its tests. No page links to it. */
export const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'gallery',
  component: pageComponent(() => import('./gallery-page.tsx'), 'GalleryPage'),
})
