# Has the links between packed pages hold: links.pl PROJECT PAGES. A link to what is in the sources and is not packed becomes its text, with
# the place behind it. It ends with 1, and names every link that leads nowhere.
use strict;
use warnings;
use File::Find;
use File::Spec;

my ($project, $pages) = @ARGV;
my $broken = 0;

# A path below a folder, without dots; empty where it leads out of that.
sub below {
  my ($path) = @_;
  my @parts;
  for my $part (split m{/}, $path) {
    next if $part eq "" || $part eq ".";
    if ($part ne "..") { push @parts, $part; next; }
    return "" unless @parts;
    pop @parts;
  }
  return join "/", @parts;
}

sub read_page {
  my ($path) = @_;
  open(my $file, "<:encoding(UTF-8)", $path) or die "$path: $!\n";
  local $/;
  return scalar <$file>;
}

# What headings are called in links, as readers of Markdown have it.
sub has_heading {
  my ($path, $wanted) = @_;
  my $text = read_page($path);
  while ($text =~ /^#+ (.*)$/mg) {
    my $name = lc $1;
    $name =~ s/[^\w\- ]//g;
    $name =~ s/ /-/g;
    return 1 if $name eq $wanted;
  }
  return 0;
}

# A link as it stands in a packed page.
sub link_of {
  my ($page, $whole, $text, $target) = @_;
  return $whole if $target =~ m{^[a-z]+:}i;
  my ($path, $heading) = split /#/, $target, 2;
  my (undef, $folder) = File::Spec->splitpath($page);
  my $place = $path eq "" ? $page : below("$folder/$path");
  if ($place ne "" && -e "$pages/$place") {
    return $whole if !defined $heading || $place !~ /\.md$/ || has_heading("$pages/$place", $heading);
  } elsif ($place ne "" && -e "$project/$place") {
    (my $plain = $text) =~ s/[`*]//g;
    return $plain eq $place ? "$text (in the sources)" : "$text (`$place` in the sources)";
  }
  print STDERR "$page: the link to $target leads nowhere\n";
  $broken = 1;
  return $whole;
}

my @found;
find({ no_chdir => 1, wanted => sub { push @found, $File::Find::name if /\.md$/ && -f } }, $pages);
for my $path (sort @found) {
  my $page = File::Spec->abs2rel($path, $pages);
  my $text = read_page($path);
  (my $held = $text) =~ s{(!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\))}{link_of($page, $1, $2, $3)}ge;
  next if $held eq $text;
  open(my $file, ">:encoding(UTF-8)", $path) or die "$path: $!\n";
  print $file $held;
  close($file) or die "$path: $!\n";
}
exit $broken;
