import { signOut } from '../customers.ts'

export default defineEventHandler((event) => {
  signOut(event)
  return null
})
