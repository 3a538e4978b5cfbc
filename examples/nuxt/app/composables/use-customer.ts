export type Customer = { readonly accountId: string; readonly userId: string; readonly name: string }

/** Who is signed in: asked for once, on the server, and set by the pages that sign in and out. */
export async function useCustomer() {
  const customer = useState<Customer | null>('customer', () => null)
  await callOnce('session', async () => {
    customer.value = (await useRequestFetch()<{ customer: Customer | null }>('/api/session')).customer
  })
  return customer
}
