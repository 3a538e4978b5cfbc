import { GoodwordWidget } from '@goodword/react'
import { redirect } from 'next/navigation'
import { signedIn, signOut } from '../../lib/customers.ts'

async function leave() {
  'use server'
  await signOut()
  redirect('/')
}

export default async function Account() {
  const customer = await signedIn()
  if (customer === null) redirect('/sign-up')
  return (
    <>
      <h1>Hello {customer.name}</h1>
      <form action={leave}>
        <button type="submit">Sign out</button>
      </form>
      <GoodwordWidget />
    </>
  )
}
