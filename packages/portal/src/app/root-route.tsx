import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type ErrorComponentProps, Link, Outlet } from '@tanstack/react-router'
import { buttonLook } from '../components/button.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { ToastProvider } from '../components/toast.tsx'
import { TooltipProvider } from '../components/tooltip.tsx'
import { PublicFrame } from '../layout/public-frame.tsx'

export const rootRoute = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  errorComponent: Failure,
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

function Failure({ error, reset }: ErrorComponentProps) {
  return (
    <PublicFrame title="This page could not be shown">
      <ErrorState error={error} onRetry={reset} />
    </PublicFrame>
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
