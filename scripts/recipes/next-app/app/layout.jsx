// biome-ignore lint/style/noDefaultExport: Next.js reads the default export
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
