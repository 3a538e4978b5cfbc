const probes = new Set<string | undefined | null>(['/livez', '/readyz', '/metrics'])

/** Whether the route is a health check, which is not logged at info. */
export function isProbe(route: string | undefined | null): boolean {
  return probes.has(route)
}
