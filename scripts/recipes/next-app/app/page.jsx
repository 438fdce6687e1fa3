// biome-ignore lint/style/noDefaultExport: Next.js reads the default export
export default function Page() {
  return <main>Ask.</main>
}
