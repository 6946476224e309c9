// The headings of columns of numbers in a table.

export function NumberHeadings({ labels }: { labels: readonly string[] }) {
  return (
    <>
      {labels.map((label, column) => (
        <th key={column} scope="col" class="number">
          {label}
        </th>
      ))}
    </>
  );
}
