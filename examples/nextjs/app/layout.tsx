import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = { title: 'Ask' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: '42rem', margin: '2rem auto', font: '1rem/1.5 system-ui' }}>{children}</body>
    </html>
  )
}
