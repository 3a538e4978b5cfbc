export default defineEventHandler((event) => {
  signOut(event)
  return null
})
