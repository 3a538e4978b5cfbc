/** Share links by our own host; the host that they lead to is always that of the service. */
export default defineEventHandler((event) => {
  const { goodwordUrl, tenantAlias } = useRuntimeConfig(event).public
  const { pathname, search } = new URL(event.path, 'http://page')
  if (!pathname.startsWith(`/r/${tenantAlias}/`)) throw createError({ statusCode: 404 })
  return proxyRequest(event, `${goodwordUrl}${pathname}${search}`, { fetchOptions: { redirect: 'manual' } })
})
