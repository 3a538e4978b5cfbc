import type { FastifyInstance } from 'fastify'

/** The methods of each path, for 405 with `Allow` where the router only reports "not found". */
export type KnownPaths = {
  readonly methodsAt: (path: string) => readonly string[]
  /** All of them, with parameters as `:name`. */
  readonly all: () => readonly KnownPath[]
}

type KnownPath = { readonly url: string; readonly methods: readonly string[] }

/** Watches the app’s routes; must be called before the first is added. */
export function watchPaths(app: FastifyInstance): KnownPaths {
  const routes: (KnownPath & { readonly segments: readonly string[] })[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, segments: url.split('/'), methods: Array.isArray(method) ? method : [method] })
  })
  return {
    all: () => routes,
    methodsAt: (path) => {
      const segments = path.split('/')
      const methods = routes
        .filter((route) => fits(route.segments, segments))
        .flatMap((route) => route.methods)
      return [...new Set(methods)].sort()
    },
  }
}

function fits(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every(
      (segment, index) => segment === path[index] || (segment.startsWith(':') && path[index] !== ''),
    )
  )
}
