/** The mark: a sample tube with its code. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#409EFF" />
      <path d="M12 6h8M13.2 6v14.8a2.8 2.8 0 0 0 5.6 0V6" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M13.6 15.2h4.8v5.6a2.4 2.4 0 0 1-4.8 0z" fill="#fff" />
      <path d="M7 12v8M25 12v8M9.6 12v8M22.4 12v8" stroke="#fff" strokeWidth="1.3" strokeLinecap="round" opacity=".75" />
    </svg>
  );
}
