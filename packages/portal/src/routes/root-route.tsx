import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Link, Outlet } from '@tanstack/react-router'
import { buttonLook } from '../components/button.tsx'
import { ToastProvider } from '../components/overlays/toast.tsx'
import { TooltipProvider } from '../components/tooltip.tsx'
import { PublicFrame } from '../layout/public-frame.tsx'
import { PortalFailure } from './page-failure.tsx'

export const rootRoute = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  errorComponent: PortalFailure,
  notFoundComponent: NotFound,
})

function Root() {
  return (
    <TooltipProvider>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </TooltipProvider>
  )
}

function NotFound() {
  return (
    <PublicFrame title="There is no such page">
      <p className="mb-4 text-soft">Check the address, or start from your home page.</p>
      <Link to="/" className={buttonLook('primary')}>
        Go to your home page
      </Link>
    </PublicFrame>
  )
}
